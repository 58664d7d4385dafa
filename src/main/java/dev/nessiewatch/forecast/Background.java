// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.metadata.Census;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What else is known of a table: what its owner asks to be kept, what last made its list shorter, and who makes it grow.
 *
 * @param kept what the table's own properties ask to be kept
 * @param lastDrop when the list last became shorter; null when that was never seen
 * @param growers who commits to it; null when no commit was seen
 */
public record Background(
        Kept kept, @Nullable Drop lastDrop, @Nullable Growers growers) {
    /** Nothing is known. */
    public static final Background NONE = new Background(Kept.NOTHING, null, null);

    private static final String MAX_AGE = "history.expire.max-snapshot-age-ms";
    private static final String MIN_KEPT = "history.expire.min-snapshots-to-keep";
    private static final long LONGEST_MS = Duration.ofDays(36_525).toMillis();

    static Background of(SnapshotCount event) {
        return new Background(
                kept(event.census()), Drop.of(event), Growers.of(event.growth().tally()));
    }

    private static Kept kept(@Nullable Census census) {
        if (census == null) {
            return Kept.NOTHING;
        }
        Long age = number(census.maintenance(), MAX_AGE);
        Long count = number(census.maintenance(), MIN_KEPT);
        return new Kept(
                age == null ? null : Duration.ofMillis(Math.min(age, LONGEST_MS)),
                count == null ? 0 : (int) Math.min(count, Integer.MAX_VALUE));
    }

    /** A value that Iceberg could not read either is no wish. */
    private static @Nullable Long number(Map<String, String> properties, String name) {
        String value = properties.get(name);
        if (value == null || !value.matches("\\d{1,18}")) {
            return null;
        }
        return Long.valueOf(value);
    }

    /**
     * What the owner of a table asks to be kept, by table properties that an expiry with explicit numbers would override.
     *
     * @param maxSnapshotAge {@code history.expire.max-snapshot-age-ms}, at most 100 years; null when not set
     * @param minSnapshots {@code history.expire.min-snapshots-to-keep}; 0 when not set
     */
    public record Kept(@Nullable Duration maxSnapshotAge, int minSnapshots) {
        public static final Kept NOTHING = new Kept(null, 0);
    }

    /**
     * Commits to a table over the last days, by who and how; own maintenance left out.
     *
     * @param perDay commits a day
     * @param writers commits by author
     * @param applications commits by engine
     * @param operations commits by Iceberg operation
     */
    public record Growers(
            double perDay,
            Map<String, Integer> writers,
            Map<String, Integer> applications,
            Map<String, Integer> operations) {
        public Growers {
            writers = Map.copyOf(writers);
            applications = Map.copyOf(applications);
            operations = Map.copyOf(operations);
        }

        /** A day is the shortest time to judge by. */
        private static @Nullable Growers of(SnapshotCount.@Nullable Tally tally) {
            if (tally == null || tally.commits() <= 0) {
                return null;
            }
            long spanMs = Duration.between(tally.since(), tally.until()).toMillis();
            return new Growers(
                    tally.commits() * (double) Growth.DAY_MS / Math.max(spanMs, Growth.DAY_MS),
                    tally.writers(),
                    tally.applications(),
                    tally.operations());
        }
    }
}
