// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A door in front of a Nessie server. Something happens right after each commit, before its writer hears of it. */
final class NessieDoor implements AutoCloseable {
    private static final Set<String> OWN =
            Set.of("host", "connection", "content-length", "expect", "transfer-encoding", "upgrade", "http2-settings");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<String> shown = ConcurrentHashMap.newKeySet();
    private final URI server;
    private final Happening afterCommit;
    private final HttpServer door;

    /** What happens. */
    interface Happening {
        void run() throws Exception;
    }

    NessieDoor(URI server, Happening afterCommit) throws IOException {
        this(server, afterCommit, HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    private NessieDoor(URI server, Happening afterCommit, HttpServer door) {
        this.server = server;
        this.afterCommit = afterCommit;
        this.door = door;
        door.setExecutor(threads);
        door.createContext("/", this::pass);
        door.start();
    }

    /** A door that speaks TLS. At {@code /token} it gives out one access token. */
    static NessieDoor secured(URI server, SSLContext tls) throws IOException {
        HttpsServer https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(tls));
        https.createContext("/token", NessieDoor::giveToken);
        return new NessieDoor(server, () -> {}, https);
    }

    /** Its address with Nessie's path. */
    URI uri() {
        return address().resolve(server.getPath());
    }

    /** Its address. */
    URI address() {
        String scheme = door instanceof HttpsServer ? "https" : "http";
        return URI.create(scheme + "://127.0.0.1:" + door.getAddress().getPort());
    }

    /** What those who passed showed as their authorization. */
    Set<String> shown() {
        return Set.copyOf(shown);
    }

    @Override
    public void close() {
        door.stop(0);
        threads.shutdownNow();
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI asked = exchange.getRequestURI();
            shown.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(asked.toString()))
                    .method(
                            exchange.getRequestMethod(),
                            body.length == 0
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofByteArray(body));
            exchange.getRequestHeaders().forEach((name, values) -> {
                if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                    values.forEach(value -> request.header(name, value));
                }
            });
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            if (asked.getPath().endsWith("/history/commit") && answer.statusCode() == 200) {
                afterCommit.run();
            }
            for (String name : List.of("Content-Type", "Content-Encoding")) {
                answer.headers()
                        .firstValue(name)
                        .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
            }
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static void giveToken(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            byte[] token = "{\"access_token\":\"of-the-door\",\"token_type\":\"bearer\",\"expires_in\":3600}"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, token.length);
            exchange.getResponseBody().write(token);
        }
    }
}
