// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.event.SnapshotCount.Commits;
import dev.nessiewatch.event.SnapshotCount.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Adds newly covered commits to the tally of a table, in bounded size. */
final class Tallying {
    static final Duration REACH = Duration.ofDays(14);
    static final int NAMES = 16;
    private static final String OWN = "nessiewatch";

    private Tallying() {}

    /** The tally with these commits; the same one when the log did not show any, or signed maintenance only. */
    static @Nullable Tally next(@Nullable Tally before, Commits commits, Instant now) {
        // What the weekly run committed bears no order's signature, but its name.
        int own = Math.max(commits.signatures().size(), commits.applications().getOrDefault(OWN, 0));
        int foreign = commits.count() - own;
        if (foreign <= 0) {
            return before;
        }
        Instant at = commits.newestCommitAt() == null ? now : commits.newestCommitAt();
        Map<String, Integer> applications = withoutOwn(commits.applications());
        Map<String, Integer> writers = withoutOwn(commits.writers());
        if (before == null) {
            return new Tally(
                    at,
                    at,
                    foreign,
                    merged(Map.of(), writers),
                    merged(Map.of(), applications),
                    merged(Map.of(), commits.operations()));
        }
        Instant until = at.isAfter(before.until()) ? at : before.until();
        Tally sum = new Tally(
                before.since(),
                until,
                before.commits() + foreign,
                merged(before.writers(), writers),
                merged(before.applications(), applications),
                merged(before.operations(), commits.operations()));
        return Duration.between(sum.since(), until).compareTo(REACH) > 0 ? halved(sum) : sum;
    }

    private static Map<String, Integer> withoutOwn(Map<String, Integer> counts) {
        Map<String, Integer> others = new HashMap<>(counts);
        others.remove(OWN);
        return others;
    }

    private static Tally halved(Tally tally) {
        Duration half = Duration.between(tally.since(), tally.until()).dividedBy(2);
        return new Tally(
                tally.until().minus(half.compareTo(REACH) > 0 ? REACH : half),
                tally.until(),
                Math.max(1, tally.commits() / 2),
                halved(tally.writers()),
                halved(tally.applications()),
                halved(tally.operations()));
    }

    private static Map<String, Integer> halved(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue() / 2));
    }

    /** The names with most commits stay; equal ones by name, so that the outcome is the same on any machine. */
    private static Map<String, Integer> merged(Map<String, Integer> before, Map<String, Integer> more) {
        Map<String, Integer> sum = new HashMap<>(before);
        more.forEach((name, count) -> sum.merge(name, count, Integer::sum));
        return sum.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(NAMES)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
