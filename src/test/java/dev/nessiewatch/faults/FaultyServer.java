// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A real HTTP server that answers well, badly, by halves, late or not at all, as it is told. */
final class FaultyServer implements AutoCloseable {
    private static final Duration LATE = Duration.ofSeconds(4);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Source source;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile Mood mood = Mood.WELL;
    private HttpServer server;

    /** How it answers. */
    enum Mood {
        WELL(0),
        MISSING(404),
        THROTTLED(429),
        BROKEN(500),
        UNAVAILABLE(503),
        /** The status and the length of a good answer, and half of its body. */
        HALF(0),
        /** The connection ends without an answer. */
        SILENT(0),
        /** A good answer, four seconds late. */
        SLOW(0);

        private final int status;

        Mood(int status) {
            this.status = status;
        }
    }

    /** A good answer. */
    record Answer(int status, String type, byte[] body) {}

    /** Where good answers come from. */
    @FunctionalInterface
    interface Source {
        Answer answer(HttpExchange exchange) throws IOException;
    }

    private FaultyServer(Source source) {
        this.source = source;
        this.server = serve(0);
    }

    /** A proxy in front of another server; its own address has the same path. */
    static FaultyServer inFrontOf(URI target) {
        return new FaultyServer(exchange -> forwarded(exchange, target));
    }

    /** An object store with one bucket, read only: GET of a path of two elements, bucket and file. */
    static FaultyServer objectsIn(Path folder) {
        return new FaultyServer(exchange -> {
            Path file =
                    folder.resolve(Path.of(exchange.getRequestURI().getPath()).getFileName());
            return Files.exists(file)
                    ? new Answer(200, "application/json", Files.readAllBytes(file))
                    : new Answer(404, "application/xml", new byte[0]);
        });
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Answers like this from now on. */
    void be(Mood next) {
        answers.set(0);
        mood = next;
    }

    /** Waits until it answered a few times in its present mood. */
    void awaitAnswers(int count) {
        Waiting.until(() -> count + " requests while " + mood, Duration.ofSeconds(180), () -> answers.get() >= count);
    }

    /** Connections are refused. */
    void goAway() {
        server.stop(0);
    }

    /** Serves again under the same address. */
    void comeBack() {
        server = serve(server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private HttpServer serve(int port) {
        try {
            HttpServer started = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
            started.createContext("/", this::answer);
            started.setExecutor(threads);
            started.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("No server on port " + port, e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        Mood now = mood;
        try (exchange) {
            if (now.status > 0) {
                send(exchange, new Answer(now.status, "text/plain", "trouble".getBytes(StandardCharsets.UTF_8)), 1);
            } else if (now != Mood.SILENT) {
                if (now == Mood.SLOW) {
                    Waiting.pass(LATE);
                }
                send(exchange, source.answer(exchange), now == Mood.HALF ? 2 : 1);
            }
        } finally {
            answers.incrementAndGet();
        }
    }

    private static void send(HttpExchange exchange, Answer answer, int part) throws IOException {
        byte[] body = answer.body();
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body, 0, body.length / part);
        exchange.getResponseBody().flush();
    }

    private static Answer forwarded(HttpExchange exchange, URI target) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        target.resolve(exchange.getRequestURI().toString()))
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()));
        for (String header : new String[] {"Accept", "Content-Type"}) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        try {
            HttpResponse<byte[]> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            String type = response.headers().firstValue("Content-Type").orElse("application/json");
            return new Answer(response.statusCode(), type, response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
