// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What proxies, gateways and sick servers answer, over real HTTP. */
class NessieFailuresTest {
    private static final String GOOD =
            "{\"reference\":{\"type\":\"BRANCH\",\"name\":\"main\",\"hash\":\"11223344556677889900\"}}";
    private static final String NEWER = """
            {"token": null, "hasMore": false, "later": {"x": 1}, "logEntries": [{
              "later": 7, "parentCommitHash": "0011223344",
              "commitMeta": {"hash": "1122334455", "message": "m", "authors": ["a"], "allSignedOffBy": [],
                "allProperties": {}, "parentCommitHashes": ["0011223344"], "later": [],
                "commitTime": "2026-11-30T10:00:00Z", "authorTime": "2026-11-30T10:00:00Z"},
              "operations": [
                {"type": "PUT", "key": {"elements": ["ns", "a"]}, "later": "x", "content": {"type": "ICEBERG_TABLE",
                  "id": "A", "metadataLocation": "f", "snapshotId": 1, "schemaId": 0, "specId": 0, "sortOrderId": 0,
                  "later": true}},
                {"type": "PUT", "key": {"elements": ["ns", "b"]}, "content": {"type": "LATER_TABLE", "id": "B",
                  "later": [1]}}]}]}
            """;
    private static final String NO_REFERENCE =
            "{\"status\":404,\"reason\":\"Not Found\",\"errorCode\":\"REFERENCE_NOT_FOUND\","
                    + "\"message\":\"Named reference 'main' not found\"}";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Answer answer = exchange -> send(exchange, 200, GOOD);
    private HttpServer server;
    private NessieCommitLog log;

    @FunctionalInterface
    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                answer.to(exchange);
            }
        });
        server.start();
        log = new NessieCommitLog(uri(), settings(Map.of()));
    }

    @AfterEach
    void stop() {
        end.countDown();
        log.close();
        server.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({
        "401, refused the credentials (401), nessie.authentication.*",
        "403, denied access (403), what the server lets this service read",
        "404, answered 404, This is not Nessie's own answer",
        "429, asked to slow down (429), the next look asks again",
        "500, answered 500, the next look asks again",
        "503, answered 503, the next look asks again"
    })
    void anErrorOfSomethingInBetweenIsOneLineAndNeverAMissingReference(int status, String what, String remedy)
            throws CommitLogException {
        for (String body : new String[] {"<html>no</html>", "", "{\"x\":1}"}) {
            answer = exchange -> send(exchange, status, body);
            CommitLogException e = failure();
            assertThat(e.kind()).isEqualTo(CommitLogException.Kind.UNAVAILABLE);
            assertThat(e.getMessage())
                    .startsWith("Nessie at " + uri() + " " + what)
                    .contains("HEAD of 'main'")
                    .contains(remedy)
                    .doesNotContain("\n");
        }
        answer = exchange -> send(exchange, 200, GOOD);
        assertThat(log.head("main")).isEqualTo("11223344556677889900");
    }

    @Test
    void onlyNessieItselfCanSayThatAReferenceIsMissing() {
        answer = exchange -> send(exchange, 404, NO_REFERENCE);
        assertThat(failure().kind()).isEqualTo(CommitLogException.Kind.REFERENCE_MISSING);
        CommitLogException pinned = catchThrowableOfType(
                CommitLogException.class,
                () -> log.commits(new CommitLog.At("main", "1122334455"), CommitLog.Cut.first(250)));
        assertThat(pinned.kind()).isEqualTo(CommitLogException.Kind.HASH_UNREADABLE);
    }

    @Test
    void halfABodyIsNoAnswer() {
        answer = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, GOOD.length());
            exchange.getResponseBody().write(GOOD.substring(0, 30).getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        };
        assertThat(failure().kind()).isEqualTo(CommitLogException.Kind.UNAVAILABLE);
    }

    @Test
    void whatANewerServerAddsIsIgnoredAndATypeOfContentThatNobodyKnowsIsSkipped() throws CommitLogException {
        answer = exchange -> send(exchange, 200, NEWER);
        List<Commit> commits = log.commits(new CommitLog.At("main", "1122334455"), CommitLog.Cut.first(250))
                .items();
        assertThat(commits).singleElement().satisfies(commit -> {
            assertThat(commit.hash()).isEqualTo("1122334455");
            assertThat(commit.parent()).isEqualTo("0011223344");
            assertThat(commit.operations())
                    .containsExactly(
                            new LogOperation.PutTable(TableKey.of("ns", "a"), "A", new TableContent("f", 1, 0, 0, 0)),
                            new LogOperation.PutOther(TableKey.of("ns", "b"), "LATER_TABLE"));
        });
    }

    @Test
    void somethingElseThanJsonIsNoAnswer() {
        answer = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            byte[] page = "<html>Please log in</html>".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
        };
        assertThat(failure().kind()).isEqualTo(CommitLogException.Kind.UNAVAILABLE);
    }

    @Test
    void aStalledBodyDoesNotHangTheClient() {
        try (NessieCommitLog hasty =
                new NessieCommitLog(uri(), settings(Map.of("nessie.transport.read-timeout", "300")))) {
            answer = exchange -> {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, 0);
                OutputStream body = exchange.getResponseBody();
                body.write(GOOD.substring(0, 30).getBytes(StandardCharsets.UTF_8));
                body.flush();
                await();
            };
            CommitLogException e = catchThrowableOfType(CommitLogException.class, () -> hasty.head("main"));
            assertThat(e.kind()).isEqualTo(CommitLogException.Kind.UNAVAILABLE);
        }
    }

    @Test
    void aServerThatIsNotThereIsOneLine() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        URI nowhere = URI.create("http://127.0.0.1:" + port + "/api/v2");
        try (NessieCommitLog lost = new NessieCommitLog(nowhere, Map.of())) {
            CommitLogException e = catchThrowableOfType(CommitLogException.class, () -> lost.head("main"));
            assertThat(e.getMessage())
                    .startsWith("Nessie at http://127.0.0.1:" + port + "/api/v2 gave no usable answer")
                    .contains("Connection refused", "Check nessiewatch.nessie.uri");
            assertThat(lost.noAncestorHash()).hasSize(64);
        }
    }

    @Test
    void anAddressWithAPasswordIsRefusedWithoutRepeatingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NessieCommitLog(URI.create("http://user:secret@localhost/api/v2"), Map.of()))
                .withMessageStartingWith("nessiewatch.nessie.uri must not hold a user name")
                .withMessageNotContaining("secret");
    }

    @Test
    void aRefusedTokenRecoversWithoutARestart() throws CommitLogException {
        try (NessieCommitLog bearer = new NessieCommitLog(
                uri(), settings(Map.of("nessie.authentication.type", "BEARER", "nessie.authentication.token", "t")))) {
            answer = exchange -> send(exchange, 401, "");
            CommitLogException e = catchThrowableOfType(CommitLogException.class, () -> bearer.head("main"));
            assertThat(e.getMessage()).contains("refused the credentials (401)");
            answer = exchange -> send(exchange, 200, GOOD);
            assertThat(bearer.head("main")).isEqualTo("11223344556677889900");
        }
    }

    @Test
    void aTokenServerThatIsDownIsNamedAndRecovers() throws CommitLogException {
        try (NessieCommitLog oauth = new NessieCommitLog(uri(), settings(oauth2()))) {
            answer = exchange -> send(exchange, 503, "");
            CommitLogException e = catchThrowableOfType(CommitLogException.class, () -> oauth.head("main"));
            assertThat(e.getMessage()).contains("no access token was given out", "Check nessie.authentication.*");
            answer = exchange -> {
                boolean token = exchange.getRequestURI().getPath().endsWith("/token");
                String body = "{\"access_token\":\"a\",\"token_type\":\"bearer\",\"expires_in\":60}";
                send(exchange, 200, token ? body : GOOD);
            };
            assertThat(oauth.head("main")).isEqualTo("11223344556677889900");
        }
    }

    private Map<String, String> oauth2() {
        return Map.of(
                "nessie.authentication.type", "OAUTH2",
                "nessie.authentication.oauth2.token-endpoint",
                        uri().resolve("/token").toString(),
                "nessie.authentication.oauth2.client-id", "watch",
                "nessie.authentication.oauth2.client-secret", "x");
    }

    private CommitLogException failure() {
        return catchThrowableOfType(CommitLogException.class, () -> log.head("main"));
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/v2");
    }

    private static Map<String, String> settings(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(more);
        all.put("nessie.enable-api-compatibility-check", "false");
        return all;
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
