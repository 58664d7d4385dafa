// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Background;
import dev.nessiewatch.forecast.Drop;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Growth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers behind a decision, one line each; lines that have nothing to say are left out. */
final class Facts {
    private final Weighing weighing;
    private final Forecast forecast;
    private final Need need;
    private final List<Explanation.Fact> lines = new ArrayList<>();

    Facts(Weighing weighing) {
        this.weighing = weighing;
        this.forecast = weighing.forecast;
        this.need = weighing.need;
    }

    List<Explanation.Fact> lines() {
        add("Rule", rule());
        add("List", list());
        add("Planner heap", heap());
        add("Growth", growth());
        growers(forecast.background().growers());
        add("Expiry now", expiry());
        add("Weekly run", weekly());
        drop(forecast.background().lastDrop());
        lastRun(weighing.past.lastRun());
        waiting();
        Asked.facts(weighing, this);
        return lines;
    }

    void add(String name, String text) {
        lines.add(new Explanation.Fact(name, text));
    }

    private String rule() {
        Rule rule = weighing.rule;
        return "'" + Names.clean(rule.name()) + "': at most " + Words.snapshots(need.limit()) + " and "
                + Limit.bytes(rule.limits()) + "; keeps " + Words.duration(rule.retention()) + " and the last "
                + Words.number(rule.retainLast()) + "; a run removes " + Words.number(rule.minimumBenefit()) + " to "
                + Words.number(rule.maxRemoved());
    }

    private String list() {
        Forecast.Weight weight = forecast.weight();
        String measured = forecast.measuredAt() == null
                ? "never measured"
                : Words.snapshots(forecast.snapshots()) + " in " + Words.bytes(weight.decoded())
                        + " of metadata (snapshots "
                        + Words.bytes(weight.snapshots()) + ", statistics " + Words.bytes(weight.statistics())
                        + ", schemas " + Words.bytes(weight.schemas()) + "), measured "
                        + Words.time(forecast.measuredAt());
        return measured + "; " + Words.number(forecast.floor()) + " can never go";
    }

    private String heap() {
        Rule.Planner planner = weighing.rule.limits().planner();
        return "about " + Words.bytes(planner.heapFor(forecast.weight().decoded())) + " for "
                + Words.number(planner.concurrentLoads()) + " loads at once, at "
                + Words.decimal(planner.heapFactor()) + " bytes of heap for each byte of metadata";
    }

    private String growth() {
        Growth growth = forecast.growth();
        if (growth.basis() == Growth.Basis.NONE) {
            return "not yet known";
        }
        String basis = growth.basis() == Growth.Basis.SNAPSHOT_TIMES ? "snapshot times" : "measurements";
        return Words.decimal(growth.snapshotsPerDay()) + " snapshots and "
                + Words.bytes(Math.round(growth.bytesPerDay())) + " a day, by " + basis
                + (forecast.shape().replaceGrown() ? "; at least half of the list has no parent" : "");
    }

    private void growers(Background.@Nullable Growers growers) {
        if (growers != null) {
            add("Grown by", Contributors.who(forecast, growers) + Contributors.advice(weighing, growers));
        }
    }

    private String expiry() {
        return "older than " + Words.duration(need.retention()) + " (" + Words.time(need.cutoff()) + "): removes "
                + Words.number(need.removable()) + ", leaves " + Words.snapshots(need.snapshotsAfter()) + " in about "
                + Words.bytes(need.bytesAfter()) + Kept.words(weighing);
    }

    private String weekly() {
        WeeklyWatch watch = weighing.situation.weekly();
        boolean due = !need.weeklyStart().isAfter(weighing.now());
        Duration took = watch.took();
        String done = took == null
                ? Words.duration(weighing.policy.weekly().duration()) + " as configured"
                : Words.duration(took) + " as seen";
        String trimmed = watch.trimmed() == 0
                ? " was not seen to trim any table"
                : " was seen to trim " + Words.number(watch.trimmed()) + (watch.trimmed() == 1 ? " table" : " tables");
        String last = watch.start() == null || due
                ? ""
                : "; the one of " + Words.time(watch.start()) + trimmed
                        + (watch.passedBy() == 0 ? "" : ", and passed by " + Words.number(watch.passedBy()));
        return (due ? "due since " : "next on ") + Words.time(need.weeklyStart()) + ", takes " + done + last
                + schedule(watch.schedule())
                + (need.isWeeklyTrusted() ? "" : "; not counted on");
    }

    private static String schedule(WeeklyWatch.Schedule schedule) {
        return switch (schedule) {
            case UNKNOWN, KEPT -> "";
            case MISSED -> "; its schedule did not start it";
            case OFF -> "; its schedule is switched off";
        };
    }

    private void drop(@Nullable Drop drop) {
        if (drop == null) {
            return;
        }
        String what = switch (drop.kind()) {
            case OWN_RUN -> "a run of this service";
            case REST_COLLAPSE -> "Nessie's REST catalog took the table over";
            case WEEKLY_OR_USER_EXPIRY -> "an expiry that this service did not run";
            case ROLLBACK_OR_RACE -> "a rollback, a reassigned branch or a lost race; not an expiry";
        };
        String both = drop.came() <= 0
                ? ""
                : " (" + Words.number(drop.gone()) + " went, " + Words.number(drop.came()) + " came)";
        add(
                "Last drop",
                "from " + Words.number(drop.before()) + " to " + Words.snapshots(drop.after()) + both + ", seen "
                        + Words.time(drop.at()) + ": " + what);
    }

    private void lastRun(Past.@Nullable LastRun run) {
        if (run != null) {
            String verdict = weighing.past.lastVerdictKind();
            add(
                    "Last run",
                    Words.time(run.endedAt()) + (verdict == null ? "" : ", " + Names.clean(verdict)) + ": removed "
                            + Words.number(run.removed()) + " of " + Words.number(run.predicted()));
        }
    }

    private void waiting() {
        if (weighing.past.windowsMissed() > 0) {
            add(
                    "Windows",
                    Words.number(weighing.past.windowsMissed()) + " missed in a row, of "
                            + Words.number(weighing.rule.missedWindows()) + " that may be");
        }
    }
}
