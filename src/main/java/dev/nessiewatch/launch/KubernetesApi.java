// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.nessiewatch.lake.OutsideText;
import dev.nessiewatch.observe.Loops;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The Kubernetes API, one request at a time, each sent exactly once: the client's own re-sends are off, because a POST that
 * was answered with 503 may have been carried out. Address, trust and tokens are the client's work; tokens are read anew
 * when they are renewed. Nothing is connected before the first request.
 */
final class KubernetesApi implements AutoCloseable {
    /** Strict about what follows: "404 page not found" is text, not a number. */
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** The client's own time limit strikes first and says more. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);

    private final Supplier<Config> cluster;
    private final Duration timeout;
    private final Loops loops;
    private @Nullable KubernetesClient client;

    /**
     * @param cluster where the API is and how it is spoken to; asked at the first request
     * @param timeout longest time for one request
     * @param loops told that the loop lives, before each request
     */
    KubernetesApi(Supplier<Config> cluster, Duration timeout, Loops loops) {
        this.cluster = cluster;
        this.timeout = timeout;
        this.loops = loops;
    }

    /** Reads one object; {@code path} is what follows the address of the server. */
    Answer get(String path) {
        return send(path, null);
    }

    /** Creates one object. */
    Answer post(String path, JsonNode body) {
        return send(path, body.toString());
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
    }

    private Answer send(String path, @Nullable String json) {
        loops.alive();
        KubernetesClient to;
        try {
            to = client();
        } catch (RuntimeException e) {
            return new Answer.None("The Kubernetes API cannot be spoken to: " + words(e)
                    + "; check the service account's token, or quarkus.kubernetes-client.*");
        }
        String address = to.getMasterUrl().toString();
        HttpRequest.Builder request =
                to.getHttpClient().newHttpRequestBuilder().uri(address + path).header("Accept", "application/json");
        if (json != null) {
            request.post("application/json", json);
        }
        return answer(to.getHttpClient().sendAsync(request.build(), String.class), address);
    }

    private Answer answer(CompletableFuture<HttpResponse<String>> asked, String address) {
        String where = "The Kubernetes API at " + address;
        try {
            HttpResponse<String> response = asked.get(timeout.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
            return new Answer.Given(response.code(), json(response.body()), retryAfter(response.header("Retry-After")));
        } catch (TimeoutException e) {
            asked.cancel(true);
            return tooLate(where);
        } catch (ExecutionException e) {
            return root(e) instanceof TimeoutException
                    ? tooLate(where)
                    : new Answer.None(where + " does not answer: " + words(e)
                            + "; check that it can be reached from here, or quarkus.kubernetes-client.*");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.None(where + " was not waited for: this process ends");
        }
    }

    private Answer tooLate(String where) {
        return new Answer.None(where + " did not answer within " + timeout.toSeconds()
                + " s (nessiewatch.launch.argo.request-timeout)");
    }

    private synchronized KubernetesClient client() {
        KubernetesClient known = client;
        if (known == null) {
            Config config = cluster.get();
            config.setRequestRetryBackoffLimit(0);
            config.setRequestTimeout((int) timeout.toMillis());
            config.setConnectionTimeout((int) timeout.toMillis());
            known = new KubernetesClientBuilder().withConfig(config).build();
            client = known;
        }
        return known;
    }

    private static JsonNode json(@Nullable String text) {
        try {
            return text == null ? TextNode.valueOf("") : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(text);
        }
    }

    /** In seconds; the form as a date is not one that the API server writes. */
    private static @Nullable Duration retryAfter(@Nullable String seconds) {
        if (seconds == null || !seconds.strip().matches("\\d{1,6}")) {
            return null;
        }
        Duration asked = Duration.ofSeconds(Long.parseLong(seconds.strip()));
        return asked.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : asked;
    }

    private static Throwable root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static String words(Throwable e) {
        Throwable root = root(e);
        String message = root.getMessage();
        return OutsideText.one(message == null ? root.getClass().getSimpleName() : message, 200);
    }
}
