// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.OutsideText;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.observe.Neighbours;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds out before the first order whether one could be carried out: the WorkflowTemplate is there and takes exactly what
 * is sent, and a Workflow would be let in. Asked at the start, every five minutes, and every 30 seconds while something is
 * wrong.
 */
final class ArgoContract {
    private static final Duration WELL = Duration.ofMinutes(5);
    private static final Duration WRONG = Duration.ofSeconds(30);
    private static final String TEMPLATE = "template";
    private static final String ADMISSION = "admission";

    private final KubernetesApi api;
    private final String namespace;
    private final String template;
    private final Neighbours neighbours;
    private final Clock clock;
    private @Nullable Instant checkedAt;
    private boolean well;

    ArgoContract(KubernetesApi api, String namespace, String template, Neighbours neighbours, Clock clock) {
        this.api = api;
        this.namespace = namespace;
        this.template = template;
        this.neighbours = neighbours;
        this.clock = clock;
    }

    /** Checks when it is time to. */
    void check() {
        Instant now = clock.instant();
        Duration period = well ? WELL : WRONG;
        if (checkedAt != null && Duration.between(checkedAt, now).abs().compareTo(period) < 0) {
            return;
        }
        checkedAt = now;
        Optional<String> inTemplate = template();
        Optional<String> atTheDoor = admission();
        report(TEMPLATE, inTemplate);
        report(ADMISSION, atTheDoor);
        well = inTemplate.isEmpty() && atTheDoor.isEmpty();
    }

    private void report(String reporter, Optional<String> trouble) {
        trouble.ifPresentOrElse(
                words -> neighbours.trouble(ArgoLauncher.NEIGHBOUR, reporter, words),
                () -> neighbours.well(ArgoLauncher.NEIGHBOUR, reporter));
    }

    private Optional<String> template() {
        Answer answer = api.get(Paths.template(namespace, template));
        if (answer instanceof Answer.None none) {
            return Optional.of(none.why());
        }
        Answer.Given given = (Answer.Given) answer;
        String what = "The WorkflowTemplate " + template + " in namespace " + namespace;
        if (given.isSuccess()) {
            return parameters(given.body()).map(trouble -> what + " " + trouble);
        }
        return Optional.of(
                switch (given.code()) {
                    case 401, 403 ->
                        what + " may not be read (" + given.words()
                                + "); grant `get` on workflowtemplates.argoproj.io to the service account";
                    case 404 ->
                        given.isUnknownKind()
                                ? ApiWords.noArgo(namespace)
                                : what + " does not exist; apply the manifests of this version, or set"
                                        + " nessiewatch.launch.argo.template and .namespace";
                    default -> what + " cannot be read: " + given.words();
                });
    }

    /** What of the template does not fit what is sent. */
    private static Optional<String> parameters(JsonNode template) {
        List<String> undeclared = new ArrayList<>(WorkflowParameters.NAMES);
        TreeSet<String> unsent = new TreeSet<>();
        for (JsonNode parameter : template.path("spec").path("arguments").path("parameters")) {
            String name = parameter.path("name").asText();
            boolean filled = parameter.has("value") || parameter.has("default") || parameter.has("valueFrom");
            if (!undeclared.remove(name) && !filled) {
                unsent.add(OutsideText.one(name, 60));
            }
        }
        List<String> troubles = new ArrayList<>();
        if (!undeclared.isEmpty()) {
            troubles.add("declares no parameter " + String.join(", ", undeclared) + ", which is sent");
        }
        if (!unsent.isEmpty()) {
            troubles.add("needs the parameter " + String.join(", ", unsent) + ", which is not sent");
        }
        return troubles.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(" and ", troubles) + "; apply the manifests of this version");
    }

    /** Whether a Workflow like those to come would be created. A full quota is no fault of the installation. */
    private Optional<String> admission() {
        ExpiryOrder probe = probe();
        Answer answer =
                api.post(Paths.dryRun(namespace), ArgoWorkflow.of(probe, WorkflowParameters.of(probe), template));
        if (answer instanceof Answer.None none) {
            return Optional.of(none.why());
        }
        Answer.Given given = (Answer.Given) answer;
        if (given.isSuccess() || given.code() == 409 || ApiWords.isQuota(given)) {
            return Optional.empty();
        }
        return Optional.of("A trial showed that no run can be created. " + ApiWords.notCreated(given, namespace));
    }

    /** An order for no table, never stored. */
    private ExpiryOrder probe() {
        return new ExpiryOrder(
                "0-trial",
                new TableId("00000000-0000-0000-0000-000000000000", "main"),
                TableKey.of("nessiewatch", "trial"),
                null,
                ExpiryOrder.Mode.TRIM,
                Instant.EPOCH,
                1,
                0,
                clock.instant(),
                new ExpiryOrder.Before("", "", 0, 0),
                "A trial that is never stored.");
    }
}
