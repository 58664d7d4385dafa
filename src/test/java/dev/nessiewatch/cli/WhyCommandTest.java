// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command against a server that answers as the service does. */
class WhyCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicReference<String> asked = new AtomicReference<>("");
    private HttpServer server;
    private int status = 200;
    private String type = "text/plain;charset=UTF-8";
    private String answer = "t on main: LAUNCH\n  Why  ü\n";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.set(exchange.getRequestURI().toString());
            exchange.getResponseHeaders().set("content-type", type);
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void printsWhatTheServiceSaysAndNothingElse() {
        assertThat(why("reports.\"daily & sums\"", "--reference", "feature/x")).isZero();

        assertThat(out.toString()).isEqualTo(answer);
        assertThat(err.toString()).isEmpty();
        assertThat(asked.get()).isEqualTo("/api/why?table=reports.%22daily+%26+sums%22&reference=feature%2Fx");
    }

    @Test
    void passesOnThatThereIsNoSuchTable() {
        status = 404;
        answer = "No decision about a table of this name.\n";

        assertThat(why("x")).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).isEqualToIgnoringNewLines("No decision about a table of this name.");
    }

    @ParameterizedTest
    @CsvSource({
        "503, text/html, <html>a proxy</html>",
        "404, text/plain, ''",
        "404, application/json, {}",
        "200, text/html, hi"
    })
    void saysInOneLineWhenSomethingElseAnswers(int status, String type, String body) {
        this.status = status;
        this.type = type;
        answer = body;

        assertThat(why("x")).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith(address() + "/ answers with status " + status
                        + ", and not as the page of nessiewatch does; give")
                .contains("http://localhost:8080")
                .doesNotContain("html", "{}");
    }

    @Test
    void saysWhenNobodyAnswers() {
        String address = address();
        server.stop(0);

        assertThat(execute("x", "--server", address)).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith(address + " cannot be asked: nothing listens there, or the connection was refused; give");
    }

    @Test
    void saysWhenTheHostHasNoAddress() {
        assertThat(execute("x", "--server", "http://nowhere.invalid:8080")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("http://nowhere.invalid:8080 cannot be asked: the host has no address; give");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https | HTTP/1.1 400 Bad Request | no TLS is spoken there that can be trusted
            http  | 220 mail.example ready   | what answers there does not speak HTTP
            """)
    void saysWhenAnotherProtocolIsSpoken(String scheme, String greeting, String reason) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> answer(other, greeting));
            answering.start();
            String address = scheme + "://127.0.0.1:" + other.getLocalPort();

            assertThat(execute("x", "--server", address)).isEqualTo(1);
            assertThat(err.toString().lines())
                    .singleElement()
                    .asString()
                    .startsWith(address + " cannot be asked: " + reason + "; give");
            answering.join(5_000);
        }
    }

    private static void answer(ServerSocket server, String greeting) {
        try (Socket socket = server.accept()) {
            // Not before it is asked: the client of the JDK can miss what comes while its handshake has not begun.
            socket.getInputStream().read();
            socket.getOutputStream().write((greeting + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            // The other side has heard enough.
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not an address",
                "localhost:8080",
                "ftp://localhost",
                "http://",
                "",
                "http://localhost:8080/?x=1"
            })
    void refusesAnAddressThatIsNone(String server) {
        assertThat(execute("x", "--server", server)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--server must be an address such as http://localhost:8080, not '" + server + "'");
    }

    @Test
    void needsATable() {
        assertThat(execute()).isEqualTo(2);
        assertThat(err.toString()).contains("TABLE");
    }

    private int why(String table, String... more) {
        String[] words = new String[more.length + 3];
        words[0] = table;
        words[1] = "--server";
        words[2] = address() + "/";
        System.arraycopy(more, 0, words, 3, more.length);
        return execute(words);
    }

    private int execute(String... words) {
        PrintWriter errors = new PrintWriter(err, true);
        CommandLine line =
                new CommandLine(new WhyCommand(java.time.Clock.systemUTC(), new PrintWriter(out, true), errors));
        line.setErr(errors);
        return line.execute(words);
    }

    private String address() {
        return "http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort();
    }
}
