// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What holds for every document that is applied to a cluster, whatever it is for. */
final class HouseRules {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");
    /** Longest name by kind: Argo adds a time to a CronWorkflow's, and makes labels of the others. */
    private static final Map<String, Integer> LONGEST = Map.of("CronWorkflow", 52);

    private static final int LONGEST_LABEL = 63;
    private static final Set<String> FROM_THE_HOST =
            Set.of("hostNetwork", "hostPID", "hostIPC", "hostPort", "hostPath");

    private final List<String> broken = new ArrayList<>();

    private HouseRules() {}

    /** One line for each rule that a document breaks. */
    static List<String> broken(JsonNode document) {
        HouseRules rules = new HouseRules();
        rules.document(document);
        return rules.broken;
    }

    private void document(JsonNode document) {
        String kind = document.path("kind").asText();
        String name = document.at("/metadata/name").asText();
        refuse(kind.equals("Secret"), "a Secret in the tree");
        refuse(!NAME.matcher(name).matches(), "not a name: " + name);
        refuse(name.length() > LONGEST.getOrDefault(kind, LONGEST_LABEL), "too long a name: " + name);
        for (JsonNode label : document.at("/metadata/labels")) {
            refuse(label.asText().length() > LONGEST_LABEL, "too long a label: " + label.asText());
        }
        everywhere(document);
        if (kind.equals("Deployment")) {
            pod(document.at("/spec/template/spec"), document.at("/spec/template/spec/containers"));
        }
        if (kind.equals("WorkflowTemplate")) {
            for (JsonNode template : document.at("/spec/templates")) {
                pod(document.path("spec"), template.path("container"));
            }
        }
    }

    private void everywhere(JsonNode node) {
        node.properties().forEach(field -> {
            refuse(FROM_THE_HOST.contains(field.getKey()), field.getKey() + " is set");
            if (field.getKey().equals("image")) {
                image(field.getValue().asText());
            }
        });
        node.forEach(this::everywhere);
    }

    private void image(String image) {
        String last = image.substring(image.lastIndexOf('/') + 1);
        boolean pinned = image.contains("@sha256:") || (last.contains(":") && !last.endsWith(":latest"));
        refuse(!pinned, "an image without a tag, or latest: " + image);
    }

    private void pod(JsonNode pod, JsonNode containers) {
        JsonNode context = pod.path("securityContext");
        refuse(!context.path("runAsNonRoot").asBoolean(), "a pod that may run as root");
        refuse(context.path("runAsUser").asInt() == 0, "a pod of user 0");
        refuse(
                !context.at("/seccompProfile/type").asText().equals("RuntimeDefault"),
                "a pod without a seccomp profile");
        String account = pod.path("serviceAccountName").asText("default");
        refuse(account.equals("default"), "a pod of the default service account");
        if (containers.isArray()) {
            containers.forEach(this::container);
        } else {
            container(containers);
        }
    }

    private void container(JsonNode container) {
        JsonNode context = container.path("securityContext");
        refuse(context.path("privileged").asBoolean(), "a privileged container");
        refuse(context.path("allowPrivilegeEscalation").asBoolean(true), "a container that may gain privileges");
        refuse(!context.path("readOnlyRootFilesystem").asBoolean(), "a container that may write its root");
        refuse(!Manifests.texts(context.at("/capabilities/drop")).contains("ALL"), "capabilities that are not dropped");
        refuse(context.at("/capabilities/add").size() > 0, "capabilities that are added");
        JsonNode resources = container.path("resources");
        String limit = resources.at("/limits/memory").asText();
        refuse(
                limit.isEmpty()
                        || !limit.equals(resources.at("/requests/memory").asText()),
                "memory: request is not limit");
        refuse(resources.at("/requests/cpu").isMissingNode(), "no request for CPU");
    }

    private void refuse(boolean wrong, String what) {
        if (wrong) {
            broken.add(what);
        }
    }
}
