// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Background;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Growth;
import dev.nessiewatch.forecast.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says why a decision came out as it did: inputs, arithmetic, result. */
final class Why {
    private static final int MOST_NAMES = 3;

    private final Weighing weighing;
    private final Forecast forecast;
    private final Need need;

    Why(Weighing weighing) {
        this.weighing = weighing;
        this.forecast = weighing.forecast;
        this.need = weighing.need;
    }

    String text(Outcome outcome) {
        String resurrected = forecast.shape().resurrected()
                ? " Expired snapshots came back to this list; their files are gone, so time travel to them fails."
                : "";
        return sentence(outcome) + resurrected;
    }

    private String sentence(Outcome outcome) {
        return switch (outcome) {
            case EXCLUDED -> "The rule '" + weighing.rule.name() + "' leaves this table alone (excluded=true).";
            case FROZEN -> "Launches are frozen until " + time(weighing.rule.freezeUntil()) + ".";
            case UNREADABLE -> unreadable(forecast.unreadable());
            case STALE -> stale(weighing.situation.feedHeartbeatAt());
            case REST_MANAGED ->
                "Nessie's REST catalog writes this table: its metadata lists the current snapshot only.";
            case WEEKLY_SUFFICES -> weeklySuffices();
            case NOTHING_TO_EXPIRE -> tooFew() + ".";
            case RETENTION_TOO_LONG -> retentionTooLong();
            case GC_DISABLED -> wanted() + " But gc.enabled is false, and Iceberg refuses to expire such a table.";
            case UNADDRESSABLE ->
                wanted() + " But the name " + forecast.key().display()
                        + " holds @ or #, stands in single quotes or backticks, or is empty: Iceberg's Nessie catalog would read it as another"
                        + " table, branch or commit.";
            case BREAKER_OPEN ->
                wanted() + " But " + badRuns(weighing.past.failures()) + " of this table ended badly" + lastVerdict()
                        + ".";
            case RUN_OPEN -> wanted() + " A run for this table is under way.";
            case WEEKLY_RUNNING -> wanted() + " The weekly run is under way.";
            case COOLING_DOWN ->
                weighing.settledBy() != null && !weighing.isCooling()
                        ? wanted() + settled(weighing.settledBy())
                        : wanted() + " But the last order of this table ended, or was undone, a short time ago"
                                + lastVerdict() + "; it is left alone until " + exact(weighing.coolDownUntil()) + ".";
            case QUEUED ->
                wanted() + " But " + Words.number(weighing.past.runsOpen()) + " of at most "
                        + Words.number(weighing.past.maxOpenRuns()) + " runs are under way.";
            case REBUILD_UNDER_WAY -> wanted() + rebuild();
            case PAUSED -> wanted() + Asked.paused(weighing.situation.hand().pause());
            case LAUNCH -> wanted() + Asked.wish(weighing) + floorNote() + windowNote() + weeklyNote() + activity();
        };
    }

    private String settled(Past.@Nullable LastRun run) {
        if (run == null) {
            return "";
        }
        double mark = weighing.rule.limits().relaunchAt();
        String again = weighing.need.isOver(mark)
                ? "an expiry removes " + Words.number(weighing.tenth()) + ", a tenth of the list"
                : "it passes " + Words.number((long) (need.limit() * mark)) + " snapshots or "
                        + Words.bytes((long) (need.byteLimit() * mark));
        return " But a run of this table removed " + Words.number(run.removed()) + " on "
                + Words.time(run.endedAt()) + " and left " + Words.number(run.snapshotsAfter())
                + "; in the same week it is launched again when " + again + ".";
    }

    private static String unreadable(Forecast.@Nullable Trouble trouble) {
        if (trouble == null) {
            return "";
        }
        String since = trouble.since().equals(Instant.EPOCH) ? "" : " since " + Words.time(trouble.since());
        return "The newest metadata cannot be read" + since + " (" + trouble.kind() + "): "
                + Names.line(trouble.message());
    }

    private String stale(@Nullable Instant heartbeat) {
        String reference = Names.clean(forecast.table().reference());
        if (heartbeat == null) {
            return "No heartbeat of the watcher of " + reference + " was seen, so the measurements may be out of date.";
        }
        return "The last heartbeat of the watcher of " + reference + " is "
                + Words.duration(Duration.between(heartbeat, weighing.now())) + " old, more than the "
                + Words.duration(weighing.policy.staleAfter()) + " allowed, so the measurements may be out of date.";
    }

    private String weeklySuffices() {
        String limits = " (limit " + Words.number(need.limit()) + ") and ";
        String byteLimit = " of metadata (limit " + Limit.bytes(weighing.rule.limits()) + ")";
        String size = Words.snapshots(forecast.snapshots()) + ", " + growth();
        if (!need.isWeeklyTrusted()) {
            return size + ": " + Words.number(forecast.snapshots()) + limits
                    + Words.bytes(forecast.weight().decoded()) + byteLimit + " need no expiry, although "
                    + leftBehind() + ".";
        }
        return size + ": " + Words.number(forecast.snapshotsAt(need.weeklyEnd())) + limits
                + Words.bytes(forecast.bytesAt(need.weeklyEnd())) + byteLimit + " when the weekly run of "
                + Words.time(need.weeklyStart()) + " is done.";
    }

    private String retentionTooLong() {
        String after = need.snapshotsAfter() > need.limit()
                ? Words.snapshots(need.snapshotsAfter()) + ", over the limit of " + Words.number(need.limit())
                : Words.bytes(need.bytesAfter()) + ", over the limit of " + Limit.bytes(weighing.rule.limits());
        return tooFew() + ". What it leaves is " + after + "." + activity();
    }

    private String tooFew() {
        return pressure() + "; " + removes() + ", fewer than the " + Words.number(weighing.rule.minimumBenefit())
                + " that are worth a run";
    }

    private String wanted() {
        return pressure() + "; " + removes() + ".";
    }

    private String removes() {
        return "an expiry older than " + Words.duration(need.retention()) + Kept.words(weighing) + " now removes "
                + Words.number(need.removable()) + " of them";
    }

    /** What is wrong with the list, or will be before the weekly run helps. */
    private String pressure() {
        String list = Words.snapshots(forecast.snapshots()) + ", " + growth();
        if (forecast.snapshots() > need.limit()) {
            list += ", over the limit of " + Words.number(need.limit());
        } else if (forecast.snapshotsAt(need.weeklyEnd()) > need.limit() || !need.isWeeklyTrusted()) {
            list += passes(need.snapshotsCross(), Words.number(need.limit()));
        }
        long bytes = forecast.weight().decoded();
        String file = ", in " + Words.bytes(bytes) + " of metadata";
        if (bytes > need.byteLimit()) {
            list += file + ", over the limit of " + Limit.bytes(weighing.rule.limits());
        } else if (forecast.bytesAt(need.weeklyEnd()) > need.byteLimit()) {
            list += file
                    + passes(need.bytesCross(), Limit.bytes(weighing.rule.limits()))
                            .replace(", pass ", ", which passes ");
        }
        return need.isWeeklyTrusted() ? list : list + "; " + leftBehind() + ", so it is not counted on";
    }

    private String passes(@Nullable Instant crossing, String limit) {
        if (crossing == null) {
            return "";
        }
        String passes = ", pass " + limit + " on " + Words.time(crossing);
        if (!need.isWeeklyTrusted()) {
            return passes;
        }
        return crossing.isBefore(need.weeklyStart())
                ? passes + ", before the weekly run of " + Words.time(need.weeklyStart())
                : passes + ", before the weekly run of " + Words.time(need.weeklyStart()) + " is done";
    }

    private String leftBehind() {
        WeeklyWatch watch = weighing.situation.weekly();
        if (watch.isOff()) {
            return "the schedule of the weekly run is switched off";
        }
        if (need.passedBy() == null && watch.passedBy() == 0) {
            return "the weekly run of " + time(need.stayedAway()) + " was not started by its schedule";
        }
        if (need.passedBy() == null) {
            int tables = watch.passedBy();
            String those = tables == 1 ? "the one table" : "any of the " + Words.number(tables) + " tables";
            return "the weekly run of " + time(need.stayedAway()) + " did not trim " + those + " it should have";
        }
        return "the weekly run of " + time(need.passedBy()) + " left " + Words.snapshots(need.leftBehind())
                + " it should have removed";
    }

    private String growth() {
        double perDay = forecast.growth().snapshotsPerDay();
        if (forecast.growth().basis() == Growth.Basis.NONE) {
            return "growth not yet known";
        }
        if (perDay <= 0) {
            return "not growing";
        }
        String rate = perDay < 10 ? String.format(Locale.ENGLISH, "%.1f", perDay) : Words.number(Math.round(perDay));
        return "growing " + rate + " a day";
    }

    private String floorNote() {
        return need.isOverAfterExpiry()
                ? " That leaves " + Words.snapshots(need.snapshotsAfter()) + " in about "
                        + Words.bytes(need.bytesAfter()) + ", still over the limit."
                : "";
    }

    private String windowNote() {
        if (weighing.quiet.forced() && weighing.isWanted()) {
            return " The table grows by CREATE OR REPLACE, and no quiet window is open: a rebuild under way may fail or"
                    + " bring expired snapshots back.";
        }
        if (weighing.quiet.forced()) {
            return " The table grows by CREATE OR REPLACE and " + waited()
                    + ": the policy forces this run (force-after-missed-windows), although a rebuild under way may fail or bring"
                    + " expired snapshots back.";
        }
        Instant before = weighing.quiet.commitBefore();
        return before == null
                ? ""
                : " The table grows by CREATE OR REPLACE: the run must commit before " + Words.exactTime(before)
                        + ", or not at all.";
    }

    private String weeklyNote() {
        return weighing.isWeeklyGivenUp()
                ? " The weekly run is still said to be under way, but was waited for until "
                        + Words.time(weighing.weeklyGivenUpAt()) + " only."
                : "";
    }

    private String waited() {
        return weighing.past.windowsMissed() >= weighing.rule.missedWindows()
                ? Words.number(weighing.past.windowsMissed()) + " quiet windows were missed"
                : "is over " + Words.decimal(weighing.rule.limits().hardFactor()) + " times its limit";
    }

    private String rebuild() {
        Window window = weighing.quiet.window();
        Instant opens = window.opens();
        Instant closes = window.closes();
        String grows = " But the table grows by CREATE OR REPLACE, and ";
        if (opens == null || closes == null) {
            return grows + "too few commits were seen to tell when no rebuild is under way.";
        }
        if (!window.exists()) {
            return grows + "the pauses between its commits leave no room for a rebuild of "
                    + Words.duration(weighing.rule.longestRebuild()) + ".";
        }
        String state = weighing.now().isBefore(opens) ? "its last commit is too fresh" : "the next rebuild is due";
        return grows + state + ": the quiet window after that commit is " + Words.exactTime(opens) + " to "
                + Words.exactTime(closes) + ".";
    }

    private String activity() {
        Background.Growers growers = forecast.background().growers();
        if (growers != null) {
            return " Grown by " + Contributors.who(forecast, growers) + Contributors.advice(weighing, growers) + ".";
        }
        Forecast.Activity activity = forecast.activity();
        if (activity.writers().isEmpty()) {
            return "";
        }
        return " Last commits by " + most(activity.writers())
                + (activity.applications().isEmpty() ? "" : " through " + most(activity.applications()))
                + (activity.operations().isEmpty() ? "" : ": " + most(activity.operations())) + ".";
    }

    private static String most(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_NAMES)
                .map(entry -> Names.clean(entry.getKey()) + " (" + Words.number(entry.getValue()) + ")")
                .collect(Collectors.joining(", "));
    }

    private String lastVerdict() {
        String verdict = weighing.past.lastVerdictKind();
        return verdict == null ? "" : " (" + Names.clean(verdict) + ")";
    }

    private static String badRuns(int failures) {
        return failures > 1 ? "the last " + Words.number(failures) + " runs" : "the last run";
    }

    private static String time(@Nullable Instant when) {
        return when == null ? "an unknown time" : Words.time(when);
    }

    private static String exact(@Nullable Instant when) {
        return when == null ? "an unknown time" : Words.exactTime(when);
    }
}
