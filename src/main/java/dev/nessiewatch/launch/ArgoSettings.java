// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.lake.OutsideText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checks what the launcher {@code argo} is told. */
final class ArgoSettings {
    private static final String PREFIX = "nessiewatch.launch.argo.";
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");
    private static final Duration SECOND = Duration.ofSeconds(1);

    private ArgoSettings() {}

    static List<String> problems(LaunchConfig.Argo argo) {
        List<String> problems = new ArrayList<>();
        if (argo.namespace().isEmpty()) {
            problems.add(PREFIX + "namespace is not set; name the namespace that Workflows are created in");
        }
        argo.namespace().ifPresent(name -> name(problems, "namespace", name, LABEL, 63));
        name(problems, "template", argo.template(), NAME, 63);
        argo.cronWorkflow().ifPresent(name -> name(problems, "cron-workflow", name, NAME, 52));
        positive(problems, "pending-limit", argo.pendingLimit());
        positive(problems, "quota-back-off", argo.quotaBackOff());
        positive(problems, "weekly-running-limit", argo.weeklyRunningLimit());
        Duration request = argo.requestTimeout();
        if (request.compareTo(SECOND) < 0 || request.compareTo(Duration.ofMinutes(1)) > 0) {
            problems.add(PREFIX + "request-timeout is " + request + "; it must be from 1s to 60s");
        }
        if (argo.backOff().compareTo(SECOND) < 0) {
            problems.add(PREFIX + "back-off is " + argo.backOff() + "; it must be at least 1s");
        }
        if (argo.longestBackOff().compareTo(argo.backOff()) < 0) {
            problems.add(PREFIX + "longest-back-off is " + argo.longestBackOff() + "; it must not be under back-off, "
                    + argo.backOff());
        }
        return problems;
    }

    private static void name(List<String> problems, String property, String name, Pattern pattern, int longest) {
        if (name.length() > longest || !pattern.matcher(name).matches()) {
            problems.add(PREFIX + property + " is '" + OutsideText.one(name, 80)
                    + "'; it must be a name of Kubernetes: lower-case letters, digits and dashes, at most " + longest
                    + " characters");
        }
    }

    private static void positive(List<String> problems, String property, Duration value) {
        if (value.isNegative() || value.isZero()) {
            problems.add(PREFIX + property + " is " + value + "; it must be above zero");
        }
    }
}
