// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command against a server that answers as the service does. */
class WhyCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicReference<String> asked = new AtomicReference<>("");
    private HttpServer server;
    private int status = 200;
    private String answer = "t on main: LAUNCH\n  Why  ü\n";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.set(exchange.getRequestURI().toString());
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

    @Test
    void saysWhenSomethingElseAnswers() {
        status = 503;
        answer = "<html>a proxy</html>";

        assertThat(why("x")).isEqualTo(1);
        assertThat(err.toString()).contains("answers with status 503").doesNotContain("html");
    }

    @Test
    void saysWhenNobodyAnswers() {
        String address = address();
        server.stop(0);

        assertThat(execute("x", "--server", address)).isEqualTo(1);
        assertThat(err.toString()).contains(address + " cannot be asked").contains("--server");
    }

    @Test
    void refusesAnAddressThatIsNone() {
        assertThat(execute("x", "--server", "not an address")).isEqualTo(1);
        assertThat(err.toString()).contains("not an address cannot be asked");
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
