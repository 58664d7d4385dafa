// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One user of a Kubernetes API, who sends plain requests and sees the plain answers. */
public final class ApiCaller implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SECONDS = 60;

    private final KubernetesClient client;

    /** With the address, trust and credentials of a client's configuration, which is changed: nothing is sent twice. */
    ApiCaller(Config config) {
        config.setRequestRetryBackoffLimit(0);
        this.client = new KubernetesClientBuilder().withConfig(config).build();
    }

    /**
     * What was answered.
     *
     * @param code HTTP status
     * @param body as JSON; a text node when it is none
     */
    public record Reply(int code, JsonNode body) {
        /** The body of a success. */
        public JsonNode orFail() {
            if (code < 200 || code >= 300) {
                throw new AssertionError("HTTP " + code + ": " + message());
            }
            return body;
        }

        /** The server's words. */
        public String message() {
            return body.path("message").asText(body.asText());
        }
    }

    /** Reads; {@code path} is what follows the address of the server. */
    public Reply get(String path) {
        return send("GET", path, null);
    }

    /** Creates. */
    public Reply post(String path, Object body) {
        return send("POST", path, body);
    }

    /** Sends any request; a patch is a merge patch. */
    public Reply send(String method, String path, @Nullable Object body) {
        HttpRequest.Builder request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(client.getMasterUrl() + path)
                .header("Accept", "application/json");
        if (!method.equals("GET")) {
            String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
            request.method(
                    method, type, body == null ? "" : JSON.valueToTree(body).toString());
        }
        try {
            var response = client.getHttpClient()
                    .sendAsync(request.build(), String.class)
                    .get(SECONDS, TimeUnit.SECONDS);
            return new Reply(response.code(), json(response.body()));
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("No answer to " + method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(method + " " + path + " was not waited for", e);
        }
    }

    @Override
    public void close() {
        client.close();
    }

    private static JsonNode json(@Nullable String text) {
        try {
            return text == null ? TextNode.valueOf("") : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(text);
        }
    }
}
