// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.UnknownHostException;
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
            return ask(URI.create(base + "/api/why" + query));
        } catch (IOException e) {
            return new Answer(false, server + " cannot be asked: " + reason(e) + REMEDY);
        }
    }

    /** Others answer, too: the management port, a proxy, another program. Ours answers in plain text and says why. */
    private Answer answer(HttpURLConnection asked) throws IOException {
        int status = asked.getResponseCode();
        if (status < 0) {
            return new Answer(false, server + " cannot be asked: what answers there does not speak HTTP" + REMEDY);
        }
        String type = asked.getContentType();
        if (type != null && type.startsWith("text/plain")) {
            String body = body(asked);
            if (!body.isBlank() && status == 200) {
                return new Answer(true, body);
            }
            if (!body.isBlank() && (status == 404 || status == 400)) {
                return new Answer(false, OneLine.of(body));
            }
        }
        return new Answer(
                false,
                server + " answers with status " + status + ", and not as the page of nessiewatch does" + REMEDY);
    }

    private static String body(HttpURLConnection asked) throws IOException {
        try (InputStream body = asked.getResponseCode() < 400 ? asked.getInputStream() : asked.getErrorStream()) {
            return body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** One request on one thread; the JDK's newer client can miss that a server speaks no TLS, and waits for it. */
    private Answer ask(URI uri) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        int patience = Math.toIntExact(PATIENCE.toMillis());
        connection.setConnectTimeout(patience);
        connection.setReadTimeout(patience);
        connection.setUseCaches(false);
        try {
            return answer(connection);
        } finally {
            connection.disconnect();
        }
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
        if (e instanceof SocketTimeoutException) {
            return "no answer within " + PATIENCE.toSeconds() + " s";
        }
        if (e instanceof SSLException) {
            return "no TLS is spoken there that can be trusted";
        }
        if (e instanceof UnknownHostException) {
            return "the host has no address";
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
