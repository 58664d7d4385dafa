// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store that asks to slow down, as S3 says it. */
class ThrottledStoreTest {
    private static final String DOCUMENT =
            "{\"format-version\":2,\"table-uuid\":\"u\",\"snapshots\":[{\"snapshot-id\":1,\"timestamp-ms\":1}]}";

    private final List<Long> asked = new CopyOnWriteArrayList<>();
    private volatile int status = 503;
    private volatile String code = "SlowDown";
    private volatile int refusals;
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource({"503,SlowDown", "503,ServiceUnavailable", "429,TooManyRequests", "500,InternalError"})
    void isAskedAgain(int answer, String word) {
        status = answer;
        code = word;
        refusals = 3;
        assertThat(read(Duration.ofSeconds(30))).isInstanceOf(Counted.class);
        assertThat(asked).hasSize(4);
    }

    @Test
    void isGivenUpWithItsOwnWord() {
        refusals = Integer.MAX_VALUE;
        assertThat(read(Duration.ofSeconds(30))).isInstanceOfSatisfying(Unreadable.class, said -> {
            assertThat(said.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(said.kind().isTransient()).isTrue();
            assertThat(said.message()).contains("503 SlowDown");
        });
        assertThat(asked).hasSize(6);
    }

    @Test
    void holdsNobodyPastTheDeadline() {
        refusals = Integer.MAX_VALUE;
        assertThat(read(Duration.ofMillis(300)))
                .isInstanceOfSatisfying(
                        Unreadable.class, said -> assertThat(said.kind()).isEqualTo(Kind.UNAVAILABLE));
        assertThat(asked.size()).isLessThan(6);
    }

    @Test
    void isAskedAgainAfterPausesThatDiffer() {
        refusals = 2;
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            asked.clear();
            refusals = 2;
            assertThat(read(Duration.ofSeconds(30))).isInstanceOf(Counted.class);
            pauses.add((asked.get(1) - asked.get(0)) / 1_000_000);
        }
        assertThat(pauses.stream().distinct().count()).as("%s", pauses).isGreaterThan(1);
    }

    private CensusOutcome read(Duration deadline) {
        Map<String, String> properties = Map.of(
                "s3.endpoint",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "s3.access-key-id",
                "id",
                "s3.secret-access-key",
                "secret",
                "s3.path-style-access",
                "true");
        CensusReader reader = new CensusReader(MetadataSources.of(properties), CensusLimits.DEFAULT);
        try (CensusReads reads = new CensusReads(reader, 1, deadline)) {
            return reads.readAll(List.of(new CensusReads.Request("s3://lake/a.json", null)))
                    .get(0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(System.nanoTime());
        boolean refuse = refusals > 0;
        refusals -= refuse ? 1 : 0;
        byte[] body = (refuse ? "<Error><Code>" + code + "</Code><Message>m</Message></Error>" : DOCUMENT)
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(refuse ? status : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
