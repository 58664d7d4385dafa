// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import java.util.Map;

/**
 * The Workflow of an order. It names a WorkflowTemplate and gives parameters, nothing else, so that a controller which
 * allows no more than that ({@code templateReferencing: Strict}) takes it, and an admission policy can pin it.
 */
final class ArgoWorkflow {
    static final String API_VERSION = "argoproj.io/v1alpha1";
    /** The whole order id: what makes a Workflow ours. */
    static final String ORDER_ID = "nessiewatch.dev/order-id";

    private static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    private static final String TABLE_ID = "nessiewatch.dev/table-id";

    private ArgoWorkflow() {}

    /**
     * Builds it.
     *
     * @param values as of {@link WorkflowParameters#of}, checked
     * @param template name of the WorkflowTemplate
     */
    static ObjectNode of(ExpiryOrder order, Map<String, String> values, String template) {
        ObjectNode workflow = JsonNodeFactory.instance.objectNode();
        workflow.put("apiVersion", API_VERSION);
        workflow.put("kind", "Workflow");
        ObjectNode metadata = workflow.putObject("metadata");
        metadata.put("name", RunName.of(order));
        metadata.putObject("labels")
                .put(MANAGED_BY, "nessiewatch")
                .put(TABLE_ID, values.get("table-id"))
                .put("nessiewatch.dev/order", SafeText.label(order.id()))
                .put("nessiewatch.dev/mode", order.mode().text());
        metadata.putObject("annotations")
                .put(ORDER_ID, order.id())
                .put("nessiewatch.dev/table", SafeText.annotation(order.key().display()))
                .put("nessiewatch.dev/why", SafeText.annotation(order.why()));
        ObjectNode spec = workflow.putObject("spec");
        spec.putObject("workflowTemplateRef").put("name", template);
        ArrayNode parameters = spec.putObject("arguments").putArray("parameters");
        values.forEach((name, value) -> parameters.addObject().put("name", name).put("value", value));
        return workflow;
    }

    /** The order id that a Workflow carries; empty text when none. */
    static String orderId(JsonNode workflow) {
        return workflow.path("metadata").path("annotations").path(ORDER_ID).asText("");
    }

    /** The value of a parameter that a Workflow carries; empty text when none. */
    static String parameter(JsonNode workflow, String name) {
        for (JsonNode parameter : workflow.path("spec").path("arguments").path("parameters")) {
            if (parameter.path("name").asText().equals(name)) {
                return parameter.path("value").asText("");
            }
        }
        return "";
    }
}
