// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.projectnessie.cel.checker.Decls;
import org.projectnessie.cel.tools.ScriptException;
import org.projectnessie.cel.tools.ScriptHost;

/** The admission policy of the prod overlay, evaluated as the API server evaluates it. */
public final class AdmissionPolicy {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ScriptHost CEL = ScriptHost.newBuilder().build();

    private AdmissionPolicy() {}

    /** Whether what a user creates in the namespace nessiewatch is looked at. */
    static boolean concerns(String user) {
        Map<String, Object> request = Map.of("namespace", "nessiewatch", "userInfo", Map.of("username", user));
        return holds(policy().at("/matchConditions/0/expression").asText(), Map.of("request", request));
    }

    /** Messages of the rules that a Workflow breaks. A rule that cannot be evaluated refuses, too. */
    public static List<String> refusals(JsonNode workflow) {
        Map<String, Object> known = new HashMap<>();
        known.put("object", JSON.convertValue(workflow, new TypeReference<Map<String, Object>>() {}));
        Map<String, Object> variables = new HashMap<>();
        for (JsonNode variable : policy().path("variables")) {
            try {
                variables.put(
                        variable.path("name").asText(),
                        evaluate(variable.path("expression").asText(), known));
            } catch (ScriptException e) {
                throw new AssertionError(variable.toString(), e);
            }
        }
        known.put("variables", variables);
        List<String> refusals = new ArrayList<>();
        for (JsonNode rule : policy().path("validations")) {
            if (!holds(rule.path("expression").asText(), known)) {
                refusals.add(rule.path("message").asText());
            }
        }
        return refusals;
    }

    static JsonNode policy() {
        return Manifests.overlay("prod")
                .one("ValidatingAdmissionPolicy", "nessiewatch-trigger")
                .path("spec");
    }

    private static boolean holds(String expression, Map<String, Object> known) {
        try {
            return (Boolean) evaluate(expression, known);
        } catch (ScriptException e) {
            return false;
        }
    }

    private static Object evaluate(String expression, Map<String, Object> known) throws ScriptException {
        ScriptHost.ScriptBuilder builder = CEL.buildScript(expression);
        known.keySet().forEach(name -> builder.withDeclarations(Decls.newVar(name, Decls.Dyn)));
        return builder.build().execute(Object.class, known);
    }
}
