// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code why}: asks a running instance why a table is launched or held. */
@Command(
        name = "why",
        description =
                "Say why a table is expired or left alone: the numbers, the arithmetic, the outcome, what comes next.",
        mixinStandardHelpOptions = true)
final class WhyCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "TABLE", description = "Name of the table as it is shown, such as reports.daily.")
    private String table = "";

    @Option(names = "--reference", description = "Branch; needed only when several branches have such a table.")
    private @Nullable String reference;

    @Option(
            names = "--server",
            defaultValue = "http://localhost:8080",
            description = "Address of a running instance with the trigger role. Default: ${DEFAULT-VALUE}.")
    private String server = "";

    WhyCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        String query =
                "/api/why?table=" + encoded(table) + (reference == null ? "" : "&reference=" + encoded(reference));
        try {
            HttpResponse<String> answer = ask(URI.create(server.replaceAll("/+$", "") + query));
            if (answer.statusCode() == 200) {
                out.print(answer.body());
                out.flush();
                return 0;
            }
            boolean said = answer.statusCode() == 404 || answer.statusCode() == 400;
            err.println(said ? answer.body().strip() : server + " answers with status " + answer.statusCode());
            return 1;
        } catch (IOException | IllegalArgumentException e) {
            err.println(server + " cannot be asked (" + e + "); give the address of a running instance with --server");
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static HttpResponse<String> ask(URI uri) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
