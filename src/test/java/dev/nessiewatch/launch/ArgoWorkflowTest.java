// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.testing.StrictSchemas;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is sent, for tables of every name. */
class ArgoWorkflowTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ROUNDS = 2_000;
    private static final List<String> HOSTILE = List.of(
            "daily",
            "Größe 表 \uD83D\uDE80",
            "{{workflow.parameters.uuid}}",
            "{{=sprig.env('HOME')}}",
            "{{{{",
            "}}}",
            "$(PATH)",
            "$$(X)",
            "a \"quoted\" 'name' `id`",
            "t@dev",
            "t#1",
            "\u0000\u0007\u000b\u007f\u0085",
            "\u00a0\u200b\u202e\ufeff",
            "\uDB40\uDC01",
            "line\nbreak\ttab\\",
            "-leading-and-trailing-",
            "UPPER.case",
            "é".repeat(250),
            "y".repeat(60) + "a",
            "y".repeat(60) + "b",
            "x".repeat(500));

    @Test
    void holdsAReferenceAndParametersAndNothingElse() {
        JsonNode workflow = workflow(Orders.of("17-kx8", TableKey.of("sales", "daily")));

        assertThat(names(workflow)).containsExactly("apiVersion", "kind", "metadata", "spec");
        assertThat(workflow.at("/apiVersion").asText()).isEqualTo("argoproj.io/v1alpha1");
        assertThat(workflow.at("/kind").asText()).isEqualTo("Workflow");
        assertThat(names(workflow.at("/metadata"))).containsExactly("name", "labels", "annotations");
        assertThat(names(workflow.at("/spec"))).containsExactly("workflowTemplateRef", "arguments");
        assertThat(workflow.at("/spec/workflowTemplateRef"))
                .isEqualTo(JSON.createObjectNode().put("name", "template"));
        assertThat(names(workflow.at("/spec/arguments"))).containsExactly("parameters");
    }

    @Test
    void sendsTheContractInItsOrder() throws IOException {
        JsonNode workflow = workflow(Orders.of("17-kx8", TableKey.of("sales", "daily")));
        List<String> parameters = new ArrayList<>();
        for (JsonNode parameter : workflow.at("/spec/arguments/parameters")) {
            assertThat(names(parameter)).containsExactly("name", "value");
            assertThat(parameter.get("value").isTextual()).isTrue();
            parameters.add(parameter.get("name").asText() + "="
                    + parameter.get("value").asText());
        }

        assertThat(parameters)
                .containsExactly(
                        "mode=expire",
                        "order-id=17-kx8",
                        "reference=main",
                        "content-id=c0ffee",
                        "uuid=11111111-2222-3333-4444-555555555555",
                        "table=WyJzYWxlcyIsImRhaWx5Il0",
                        "table-id=" + WorkflowParameters.tableId("c0ffee"),
                        "older-than-ms=1793491200000",
                        "retain-last=1",
                        "predicted-removed=12",
                        "commit-before-ms=1793577600000",
                        "driver-memory=2g",
                        "max-result-size=1g",
                        "pod-memory=3Gi");
        assertThat(WorkflowParameters.NAMES)
                .isEqualTo(parameters.stream()
                        .map(p -> p.substring(0, p.indexOf('=')))
                        .toList());
        assertThat(JSON.readValue(Base64.getUrlDecoder().decode("WyJzYWxlcyIsImRhaWx5Il0"), String[].class))
                .containsExactly("sales", "daily");
    }

    @Test
    void whatAnOrderDoesNotHaveIsADash() {
        ExpiryOrder order = new ExpiryOrder(
                "1-a",
                Orders.of("1-a", TableKey.of("t")).table(),
                TableKey.of("t"),
                null,
                ExpiryOrder.Mode.TRIM,
                java.time.Instant.EPOCH,
                1,
                2,
                null,
                new ExpiryOrder.Before("c", "file:/t", 3, 4),
                "why");

        assertThat(WorkflowParameters.of(order))
                .containsEntry("uuid", "-")
                .containsEntry("commit-before-ms", "-")
                .containsEntry("mode", "trim");
        assertThat(WorkflowParameters.problem(WorkflowParameters.of(order))).isEmpty();
    }

    @Test
    void isHarmlessAndUniqueWhateverATableIsCalled() throws IOException {
        long seed = System.nanoTime();
        System.out.println("ArgoWorkflowTest seed " + seed);
        Random random = new Random(seed);
        Set<String> names = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            TableKey key = key(random);
            ExpiryOrder order = Orders.of(round + "-s", key);
            JsonNode workflow = workflow(order);

            String name = workflow.at("/metadata/name").asText();
            assertThat(name)
                    .as("seed %s, %s", seed, key)
                    .hasSizeLessThanOrEqualTo(63)
                    .matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
            assertThat(names.add(name)).as("seed %s, %s", seed, key).isTrue();
            harmless(workflow, seed, key);
            String table = ArgoWorkflow.parameter(workflow, "table");
            assertThat(JSON.readValue(Base64.getUrlDecoder().decode(table), String[].class))
                    .as("seed %s", seed)
                    .containsExactlyElementsOf(key.elements());
        }
    }

    @Test
    void fitsArgosOwnDefinition() {
        assumeTrue(StrictSchemas.available(), StrictSchemas::howToGet);
        long seed = System.nanoTime();
        System.out.println("ArgoWorkflowTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            TableKey key = key(random);
            assertThat(StrictSchemas.problems(workflow(Orders.of(round + "-s", key))))
                    .as("seed %s, %s", seed, key)
                    .isEmpty();
        }
    }

    @Test
    void equalBeginningsGiveTwoNames() {
        JsonNode a = workflow(Orders.of("1-a", TableKey.of("ns", "y".repeat(60) + "a")));
        JsonNode b = workflow(Orders.of("2-a", TableKey.of("ns", "y".repeat(60) + "b")));

        assertThat(a.at("/metadata/name")).isNotEqualTo(b.at("/metadata/name"));
    }

    /** Netflix/metaflow#1521: what is cut from a name has to be somewhere. */
    @Test
    void theWholeKeyOfALongNameIsInAnAnnotation() {
        String long36 = "Reports_2026.daily_" + "x".repeat(17);
        TableKey key = TableKey.of(long36, long36, long36, long36, long36);

        JsonNode workflow = workflow(Orders.of("1-a", key));

        assertThat(key.display()).hasSizeGreaterThan(180);
        assertThat(workflow.at("/metadata/annotations")
                        .path("nessiewatch.dev/table")
                        .asText())
                .isEqualTo(key.display());
    }

    /** argo-workflows#3756: a label that is too long makes each create fail. */
    @Test
    void everyOrderIdThatIsSentMakesALabelThatIsTaken() {
        for (String id : List.of("a".repeat(63), "1--", "20261130-1")) {
            JsonNode workflow = workflow(Orders.of(id, TableKey.of("ns", "t")));

            assertThat(workflow.at("/metadata/labels")
                            .path("nessiewatch.dev/order")
                            .asText())
                    .as(id)
                    .matches("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
            assertThat(ArgoWorkflow.orderId(workflow)).isEqualTo(id);
        }
    }

    @Test
    void longAndOddValuesOfLabelsAreCutAndCleaned() {
        assertThat(SafeText.label("a".repeat(80))).hasSize(63);
        assertThat(SafeText.label("team/lake:x")).isEqualTo("team-lake-x");
        assertThat(SafeText.label("a".repeat(62) + "/b")).isEqualTo("a".repeat(62));
        assertThat(SafeText.label("_x_")).isEqualTo("x");
        assertThat(SafeText.label("表")).isEmpty();
    }

    private static void harmless(JsonNode workflow, long seed, TableKey key) {
        workflow.at("/metadata/labels")
                .forEach(label -> assertThat(label.asText())
                        .as("seed %s, %s", seed, key)
                        .hasSizeLessThanOrEqualTo(63)
                        .matches("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?"));
        workflow.at("/spec/arguments/parameters")
                .forEach(parameter -> assertThat(parameter.path("value").asText())
                        .as("seed %s, %s", seed, key)
                        .matches("[A-Za-z0-9._/-]+"));
        workflow.at("/metadata/annotations")
                .forEach(annotation -> assertThat(annotation.asText())
                        .as("seed %s, %s", seed, key)
                        .doesNotContain("{{", "}}", "$(")
                        .matches("[^\\p{Cntrl}\\p{Cf}]*")
                        .satisfies(text -> assertThat(text.codePoints().filter(c -> c > 0xffff))
                                .isEmpty()));
        assertThat(workflow.toString()).hasSizeLessThan(32_768);
    }

    private static TableKey key(Random random) {
        List<String> elements = new ArrayList<>();
        int count = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            String element = HOSTILE.get(random.nextInt(HOSTILE.size()));
            elements.add(random.nextInt(3) == 0 ? element + any(random) : element);
        }
        int left = 500;
        List<String> within = new ArrayList<>();
        for (String element : elements) {
            String cut = element.substring(0, Math.min(left, element.length()));
            if (!cut.isEmpty() && !Character.isHighSurrogate(cut.charAt(cut.length() - 1))) {
                within.add(cut);
                left -= cut.length();
            }
        }
        return new TableKey(within);
    }

    private static String any(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            int c = random.nextInt(0x20000);
            text.appendCodePoint(c >= 0xd800 && c <= 0xdfff ? 'x' : c);
        }
        return text.toString();
    }

    private static JsonNode workflow(ExpiryOrder order) {
        Map<String, String> values = WorkflowParameters.of(order);
        assertThat(WorkflowParameters.problem(values)).as(order.key().display()).isEmpty();
        return ArgoWorkflow.of(order, values, "template");
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
