// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.launch.Cluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * A Kubernetes API server that stores, over HTTP: fabric8's mock, made to behave like a real one where that matters here. A
 * dry run is not stored, a Workflow with an unknown field is refused when the schemas are there, and trouble can be put in
 * the way of the next requests, before or after they are carried out.
 */
public final class KubeServer implements AutoCloseable {
    public static final String NAMESPACE = "jobs";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Stage stage = new Stage();
    private final KubernetesMockServer server;
    private final KubernetesClient client;

    private KubeServer() {
        server = new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), stage, false);
        server.init();
        client = server.createClient();
    }

    public static KubeServer start() {
        return new KubeServer();
    }

    /** How the code under test finds it; with the client's own re-sends as they are by default. */
    public Cluster cluster() {
        return new Cluster(() -> server.createClient().getConfiguration());
    }

    /** Answers the next request of a method with this, and carries nothing out. */
    public void refuse(String method, int code, String body, String... headers) {
        stage.next.add(new Trouble(method, false, stored -> answer(code, body, headers)));
    }

    /** Carries the next request of a method out, and then answers with this; dry runs go by. */
    public void loseAnswer(String method, int code) {
        stage.next.add(new Trouble(method, true, stored -> answer(code, "lost")));
    }

    /** Carries the next request of a method out, and answers too late. */
    public void hang(String method, Duration delay) {
        stage.next.add(new Trouble(method, true, stored -> stored.setBodyDelay(delay)));
    }

    /** Every request so far, as method and path. */
    public List<String> requests() {
        return stage.requests;
    }

    /** The requests of a method that would store something. */
    public long creates() {
        return stage.requests.stream()
                .filter(request -> request.startsWith("POST ") && !request.contains("dryRun"))
                .count();
    }

    /** Stores an object as an operator would. */
    public void apply(Object object) {
        GenericKubernetesResource resource = JSON.convertValue(object, GenericKubernetesResource.class);
        if (resource.getMetadata().getNamespace() == null) {
            resource.getMetadata().setNamespace(NAMESPACE);
        }
        var of = client.genericKubernetesResources(context(resource.getKind())).inNamespace(NAMESPACE);
        of.resource(resource).delete();
        of.resource(resource).create();
    }

    /** Every Workflow that is stored. */
    public List<JsonNode> workflows() {
        return client.genericKubernetesResources(context("Workflow")).inNamespace(NAMESPACE).list().getItems().stream()
                .map(item -> (JsonNode) JSON.valueToTree(item))
                .toList();
    }

    public void deleteWorkflows() {
        client.genericKubernetesResources(context("Workflow"))
                .inNamespace(NAMESPACE)
                .delete();
    }

    /** Gives the only Workflow a status. */
    public void status(Map<String, ?> status) {
        ObjectNode workflow = workflows().get(0).deepCopy();
        workflow.set("status", JSON.valueToTree(status));
        apply(workflow);
    }

    /** When the server stored its Workflow, by the machine's clock. */
    public Instant createdAt() {
        return Instant.parse(
                workflows().get(0).at("/metadata/creationTimestamp").asText());
    }

    @Override
    public void close() {
        client.close();
        server.destroy();
    }

    private static ResourceDefinitionContext context(String kind) {
        return new ResourceDefinitionContext.Builder()
                .withGroup("argoproj.io")
                .withVersion("v1alpha1")
                .withKind(kind)
                .withPlural(kind.toLowerCase(java.util.Locale.ROOT) + "s")
                .withNamespaced(true)
                .build();
    }

    private static MockResponse answer(int code, String body, String... headers) {
        MockResponse response = new MockResponse().setResponseCode(code).setBody(body);
        for (int i = 0; i < headers.length; i += 2) {
            response.addHeader(headers[i], headers[i + 1]);
        }
        return response;
    }

    /** As the API server words it. */
    public static String status(int code, String reason, String message) {
        return JSON.createObjectNode()
                .put("apiVersion", "v1")
                .put("kind", "Status")
                .put("status", "Failure")
                .put("code", code)
                .put("reason", reason)
                .put("message", message)
                .toString();
    }

    private record Trouble(String method, boolean carriedOut, UnaryOperator<MockResponse> answer) {}

    private static final class Stage extends Dispatcher {
        final KubernetesCrudDispatcher store = new KubernetesCrudDispatcher();
        final List<String> requests = new CopyOnWriteArrayList<>();
        final Deque<Trouble> next = new ArrayDeque<>();

        @Override
        public synchronized MockResponse dispatch(RecordedRequest request) {
            requests.add(request.getMethod() + " " + request.getPath());
            Trouble trouble = next.peek();
            boolean dry = request.getPath().contains("dryRun=All");
            if (trouble == null || !trouble.method().equals(request.getMethod()) || (dry && trouble.carriedOut())) {
                return carryOut(request);
            }
            next.remove();
            return trouble.answer().apply(trouble.carriedOut() ? carryOut(request) : new MockResponse());
        }

        private MockResponse carryOut(RecordedRequest request) {
            // A body can be read once.
            String body = request.getUtf8Body();
            if (request.getMethod().equals("POST") && request.getPath().contains("fieldValidation=Strict")) {
                List<String> problems = problems(body);
                if (!problems.isEmpty()) {
                    return answer(400, status(400, "BadRequest", String.join("; ", problems)));
                }
            }
            return request.getPath().contains("dryRun=All")
                    ? answer(201, body)
                    : store.dispatch(new RecordedRequest(
                            request.getHttpVersion(),
                            request.method(),
                            request.getPath(),
                            request.getHeaders(),
                            new Buffer(body.getBytes(StandardCharsets.UTF_8))));
        }

        private static List<String> problems(String body) {
            try {
                return StrictSchemas.available() ? StrictSchemas.problems(JSON.readTree(body)) : List.of();
            } catch (JsonProcessingException e) {
                return List.of("not JSON");
            }
        }
    }
}
