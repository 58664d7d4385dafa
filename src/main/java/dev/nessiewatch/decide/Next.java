// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Window;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Says what happens next after a decision, and who does it. */
final class Next {
    private final Weighing weighing;
    private final Forecast forecast;
    private final Need need;

    Next(Weighing weighing) {
        this.weighing = weighing;
        this.forecast = weighing.forecast;
        this.need = weighing.need;
    }

    String text(Outcome outcome) {
        return switch (outcome) {
            case EXCLUDED -> "Nothing happens until an operator changes the rule.";
            case FROZEN -> "Decided again then; an operator may change freeze-until.";
            case UNREADABLE -> unreadable(forecast.unreadable());
            case STALE ->
                "An operator checks that the watcher runs and reaches Nessie and Kafka; decided again with its next"
                        + " heartbeat.";
            case REST_MANAGED -> "Nothing to do: such a list cannot grow, and Nessie refuses to expire it.";
            case WEEKLY_SUFFICES -> weeklySuffices();
            case NOTHING_TO_EXPIRE -> nothingToExpire();
            case RETENTION_TOO_LONG -> retentionTooLong();
            case GC_DISABLED -> gcDisabled();
            case UNADDRESSABLE -> "An operator renames the table; it cannot be expired by name until then.";
            case BREAKER_OPEN ->
                "An operator looks at the last run and its log, removes the cause, and runs nessiewatch resume "
                        + Names.argument(forecast.key())
                        + " to close the breaker. Until then nothing is launched for this table; the others go on.";
            case RUN_OPEN -> "Decided again when its effect is measured.";
            case WEEKLY_RUNNING ->
                "Decided again when it is done, and at " + Words.time(weighing.weeklyGivenUpAt()) + " at the latest.";
            case COOLING_DOWN -> weighing.isCooling() ? "Decided again then." : "Decided again with each event.";
            case QUEUED -> "Decided again when one of them ends.";
            case REBUILD_UNDER_WAY -> rebuild();
            case PAUSED -> Asked.resume(weighing);
            case LAUNCH -> launch();
        };
    }

    private static String unreadable(Forecast.@Nullable Trouble trouble) {
        String kind = trouble == null ? "" : trouble.kind();
        return switch (kind) {
            case "MISSING" ->
                "An operator finds out who deleted the file: without it nobody can read the table. The"
                        + " watcher keeps trying.";
            case "DENIED" -> "An operator lets the watcher read the file; the watcher keeps trying.";
            case "UNAVAILABLE" -> "The watcher keeps trying; an operator checks the store if this lasts.";
            default -> "An operator looks at the file; it is measured again with the next commit.";
        };
    }

    private String weeklySuffices() {
        if (Boolean.FALSE.equals(forecast.shape().gcEnabled())) {
            return "Decided again when it grows; the weekly run leaves it as it is while gc.enabled is false.";
        }
        return need.isWeeklyTrusted()
                ? "The weekly run of " + Words.time(need.weeklyStart()) + " trims it."
                : "An operator looks at why the weekly run "
                        + (need.passedBy() == null ? "trimmed nothing" : "passed the table by")
                        + "; decided again when it grows.";
    }

    private String nothingToExpire() {
        Instant enough = need.enoughAt();
        String benefit = Words.number(weighing.rule.minimumBenefit());
        if (enough != null) {
            return "Decided again with each event; by " + Words.time(enough) + " at least " + benefit
                    + " of these snapshots will be old enough." + steadyState();
        }
        return "Decided again with each event; of these snapshots fewer than " + benefit
                + " can ever go, the others are current or held by branches, tags or retain-last." + steadyState();
    }

    /** A retention that keeps more than the limit at this pace will be too long soon. */
    private String steadyState() {
        double days = need.retention().toMillis() / (double) Duration.ofDays(1).toMillis();
        long kept = forecast.floor() + Math.round(forecast.growth().snapshotsPerDay() * days);
        if (kept <= need.limit()) {
            return "";
        }
        return " At this pace a retention of " + Words.duration(need.retention()) + " keeps about "
                + Words.number(kept) + ", over the limit of " + Words.number(need.limit())
                + ": a shorter retention for this table, or fewer commits, would help.";
    }

    private String retentionTooLong() {
        if (need.bytesBeside() > need.byteLimit()) {
            return "No expiry of snapshots helps: " + Words.bytes(need.bytesBeside()) + " are not snapshots; "
                    + Words.number(forecast.weight().schemasCount()) + " schemas hold "
                    + Words.bytes(forecast.weight().schemas())
                    + ". An operator removes unused schemas (expire_snapshots with clean_expired_metadata), or raises"
                    + " limit.decoded-bytes.";
        }
        if (forecast.floor() > need.longestList()) {
            return "No retention helps: " + Words.snapshots(forecast.floor())
                    + " can never go, because branches or tags of the table hold them. The owner drops those that are not"
                    + " needed." + statistics();
        }
        if (need.retainLast() > need.longestList()) {
            return "No retention helps: " + keeper() + " keeps " + Words.number(need.retainLast())
                    + ", more than the " + Words.number(need.longestList()) + " that fit. An operator lowers it."
                    + statistics();
        }
        Duration helpful = weighing.helpfulRetention();
        String fewer = "fewer commits by the writer, or an incremental model instead of replace, would help.";
        if (helpful == null) {
            return "Even a retention of " + Words.duration(weighing.policy.retentionFloor())
                    + ", the shortest one allowed, keeps more than " + Words.number(need.longestList()) + "; " + fewer
                    + statistics();
        }
        return "A retention of " + Words.duration(helpful) + " for this table would bring the list to "
                + Words.number(need.longestList()) + " or fewer; so would " + fewer.replace(", would help", "")
                + statistics();
    }

    private String keeper() {
        return need.retainLast() > weighing.rule.retainLast()
                ? "the table's own history.expire.min-snapshots-to-keep"
                : "retain-last";
    }

    private String statistics() {
        long held = forecast.weight().statistics();
        return held > forecast.weight().snapshots()
                ? " Statistics hold " + Words.bytes(held) + ": not collecting them on write makes the file smaller."
                : "";
    }

    private String gcDisabled() {
        String statement = Names.isPrintable(forecast.key())
                ? "ALTER TABLE " + Names.sql(forecast.key()) + " SET TBLPROPERTIES ('gc.enabled' = 'true')"
                : "ALTER TABLE ... SET TBLPROPERTIES ('gc.enabled' = 'true') for a name with control characters";
        return "An operator who knows that no other branch, tag or older hash needs the expired files runs in Spark, with the"
                + " Nessie catalog of branch " + Names.clean(forecast.table().reference())
                + " as current catalog: " + statement
                + "; nothing else flips it. Spark's CREATE OR REPLACE sets it back to false unless the catalog has"
                + " table-override.gc.enabled=true; Trino's drops the property, which means true.";
    }

    private String rebuild() {
        Window window = weighing.quiet.window();
        Instant opens = window.opens();
        String missed = missed();
        if (!window.isKnown()) {
            return "Decided again with each commit, and when the writer has been silent for twice the longest rebuild ("
                    + Words.duration(weighing.rule.longestRebuild()) + "); " + missed;
        }
        if (!window.exists() || opens == null) {
            return "An operator lowers longest-rebuild to what a rebuild really takes, or makes room between rebuilds; "
                    + missed;
        }
        return weighing.now().isBefore(opens)
                ? "Decided again at " + Words.exactTime(opens) + " if no commit comes before; " + missed
                : "Decided again after the next commit; " + missed;
    }

    private String missed() {
        String windows = Words.number(weighing.rule.missedWindows()) + " missed windows ("
                + Words.number(weighing.past.windowsMissed()) + " so far).";
        if (weighing.rule.forced()) {
            return "it is launched all the same after " + windows;
        }
        if (!weighing.isUrgentWait()) {
            return "a person is called after " + windows;
        }
        return "an operator pauses the writer for one run, or takes the risk by force-after-missed-windows=true for this"
                + " table: a rebuild under way may then fail or bring expired snapshots back.";
    }

    private String launch() {
        String then = "The table is confirmed at HEAD, then one run is ordered.";
        if (need.removable() > weighing.rule.maxRemoved()) {
            then += " One run removes at most " + Words.number(weighing.rule.maxRemoved())
                    + "; the next one does the rest.";
        }
        return need.isOverAfterExpiry() ? then + " " + retentionTooLong() : then;
    }
}
