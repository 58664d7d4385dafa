// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Asks a running instance over HTTP, and says in one line when it is not one that answers. */
final class ServerQuestion {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String REMEDY =
            "; give the address of the page of an instance with the trigger role, such as http://localhost:8080, or leave"
                    + " --server out to ask through Kafka";

    private final String server;
    private final URI address;

    /**
     * @param line speaks of wrong usage
     * @param server as it was given
     * @throws ParameterException when it is no address that can be asked
     */
    ServerQuestion(CommandLine line, String server) {
        this.server = OneLine.of(server);
        this.address = address(line, this.server);
    }

    /**
     * What came back.
     *
     * @param said whether the instance told; then the text is several lines, else one that says why not
     */
    record Answer(boolean said, String text) {}

    /** Why a table is launched or held. */
    Answer why(String table, @Nullable String reference) {
        String query = "?table=" + encoded(table) + (reference == null ? "" : "&reference=" + encoded(reference));
        String base = address.toString().replaceAll("/+$", "");
        try {
            return answer(ask(URI.create(base + "/api/why" + query)));
        } catch (IOException e) {
            return new Answer(false, server + " cannot be asked: " + reason(e) + REMEDY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(false, "Interrupted while " + server + " was asked");
        }
    }

    /** Others answer, too: the management port, a proxy, another program. Ours answers in plain text and says why. */
    private Answer answer(HttpResponse<String> response) {
        String type = response.headers().firstValue("content-type").orElse("");
        String body = response.body();
        boolean ours = type.startsWith("text/plain") && !body.isBlank();
        int status = response.statusCode();
        if (ours && status == 200) {
            return new Answer(true, body);
        }
        if (ours && (status == 404 || status == 400)) {
            return new Answer(false, OneLine.of(body));
        }
        return new Answer(
                false,
                server + " answers with status " + status + ", and not as the page of nessiewatch does" + REMEDY);
    }

    private static HttpResponse<String> ask(URI uri) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private static URI address(CommandLine line, String server) {
        try {
            URI uri = new URI(server);
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (web && uri.getHost() != null && uri.getRawQuery() == null && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Said below, in the words of this option.
        }
        throw new ParameterException(
                line, "--server must be an address such as http://localhost:8080, not '" + server + "'");
    }

    private static String reason(IOException e) {
        if (e instanceof HttpTimeoutException) {
            return "no answer within " + PATIENCE.toSeconds() + " s";
        }
        if (e instanceof SSLException) {
            return "no TLS is spoken there that can be trusted";
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "the host has no address";
            }
        }
        if (e instanceof ConnectException) {
            return "nothing listens there, or the connection was refused";
        }
        return "what answers there does not speak HTTP";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
