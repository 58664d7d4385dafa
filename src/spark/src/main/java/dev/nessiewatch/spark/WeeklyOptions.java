// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What a weekly run is to do, read and checked. {@link WeeklyOption} tells what each part means.
 *
 * @param reference Nessie branch
 * @param exclude patterns for the whole last key element
 * @param retention age from which snapshots go
 * @param retainLast snapshots kept on each branch of a table
 * @param orphanRetention age from which unknown files go, at least a day
 * @param expire whether and how snapshots are expired
 * @param rewrite what is rewritten, and how
 * @param removeOrphanFiles whether unknown files are removed
 * @param archiveTable where rows of expiring snapshots go; null for nowhere
 * @param shufflePartitions partitions of Spark's shuffles
 * @param rebuildWindow longest time of a rebuild; zero when nothing is waited for
 * @param runId name of the run; null when none was given
 * @param stopAfter time after which no table is begun; zero when there is no such time
 */
record WeeklyOptions(
        String reference,
        List<Pattern> exclude,
        Duration retention,
        int retainLast,
        Duration orphanRetention,
        Expire expire,
        Rewrite rewrite,
        boolean removeOrphanFiles,
        @Nullable TableKey archiveTable,
        int shufflePartitions,
        Duration rebuildWindow,
        @Nullable String runId,
        Duration stopAfter) {

    private static final String NONE = "-";
    private static final int MOST_DAYS = 36_500;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})([smhd])");
    private static final Pattern COMMA = Pattern.compile("(?<!\\\\),");
    private static final Pattern RUN_ID = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    WeeklyOptions {
        exclude = List.copyOf(exclude);
    }

    /** How snapshots are expired. */
    enum Expire {
        /** With their files, where Nessie has one named reference; else the list only. */
        TRUE,
        /** The list only. */
        TRIM,
        /** Not at all. */
        FALSE
    }

    /**
     * What is rewritten, and how.
     *
     * @param dataFiles whether data files are
     * @param manifests whether manifests are
     * @param concurrent file groups at once
     * @param groupBytes size of a file group at most
     * @param partialProgress whether groups are committed as they get ready
     * @param targetBytes size of new data files; null for the table's own setting
     */
    record Rewrite(
            boolean dataFiles,
            boolean manifests,
            int concurrent,
            long groupBytes,
            boolean partialProgress,
            @Nullable Long targetBytes) {}

    /** Reads the options; one that is absent has its default. */
    static WeeklyOptions of(Map<WeeklyOption, String> given) throws UsageException {
        Values values = new Values(given);
        return new WeeklyOptions(
                values.text(WeeklyOption.REFERENCE),
                values.patterns(WeeklyOption.EXCLUDE),
                Duration.ofDays(values.number(WeeklyOption.RETENTION_DAYS, MOST_DAYS)),
                (int) values.number(WeeklyOption.RETAIN_LAST, Integer.MAX_VALUE),
                Duration.ofDays(values.number(WeeklyOption.ORPHAN_RETENTION_DAYS, MOST_DAYS)),
                values.expire(),
                new Rewrite(
                        values.flag(WeeklyOption.REWRITE_DATA_FILES),
                        values.flag(WeeklyOption.REWRITE_MANIFESTS),
                        (int) values.number(WeeklyOption.MAX_CONCURRENT_FILE_GROUP_REWRITES, 1000),
                        values.number(WeeklyOption.MAX_FILE_GROUP_SIZE_BYTES, Long.MAX_VALUE),
                        values.flag(WeeklyOption.PARTIAL_PROGRESS),
                        values.isNone(WeeklyOption.TARGET_FILE_SIZE_BYTES)
                                ? null
                                : values.number(WeeklyOption.TARGET_FILE_SIZE_BYTES, Long.MAX_VALUE)),
                values.flag(WeeklyOption.REMOVE_ORPHAN_FILES),
                values.isNone(WeeklyOption.ARCHIVE_TABLE) ? null : values.table(WeeklyOption.ARCHIVE_TABLE),
                (int) values.number(WeeklyOption.SHUFFLE_PARTITIONS, 100_000),
                values.duration(WeeklyOption.REBUILD_WINDOW),
                values.isNone(WeeklyOption.RUN_ID) ? null : values.runId(),
                values.duration(WeeklyOption.STOP_AFTER));
    }

    /** Whether a table with this key is left alone. */
    boolean excludes(TableKey key) {
        String name = key.elements().get(key.elements().size() - 1);
        return exclude.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }

    /** Values as given, read one by one. */
    private record Values(Map<WeeklyOption, String> given) {
        String text(WeeklyOption option) throws UsageException {
            String value = given.getOrDefault(option, option.standard());
            if (value.isBlank()) {
                throw new UsageException(option.argument() + " must not be blank");
            }
            return value;
        }

        boolean isNone(WeeklyOption option) throws UsageException {
            return text(option).equals(NONE);
        }

        boolean flag(WeeklyOption option) throws UsageException {
            String value = text(option);
            if (!value.equals("true") && !value.equals("false")) {
                throw new UsageException(option.argument() + " must be true or false");
            }
            return value.equals("true");
        }

        Expire expire() throws UsageException {
            for (Expire way : Expire.values()) {
                if (way.name().toLowerCase(Locale.ROOT).equals(text(WeeklyOption.EXPIRE))) {
                    return way;
                }
            }
            throw new UsageException(WeeklyOption.EXPIRE.argument() + " must be true, trim or false");
        }

        long number(WeeklyOption option, long most) throws UsageException {
            try {
                long value = Long.parseLong(text(option));
                if (value >= 1 && value <= most) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Said below, in the same words as a number out of range.
            }
            throw new UsageException(option.argument() + " must be a whole number from 1 to " + most);
        }

        Duration duration(WeeklyOption option) throws UsageException {
            Matcher matcher = DURATION.matcher(text(option));
            if (!matcher.matches()) {
                throw new UsageException(
                        option.argument() + " must be a whole number and a unit, s, m, h or d, such as 90m");
            }
            long number = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
            };
        }

        List<Pattern> patterns(WeeklyOption option) throws UsageException {
            List<Pattern> patterns = new ArrayList<>();
            if (isNone(option)) {
                return patterns;
            }
            for (String part : COMMA.split(text(option))) {
                try {
                    patterns.add(Pattern.compile(part.replace("\\,", ",").strip()));
                } catch (PatternSyntaxException e) {
                    throw new UsageException(option.argument() + ": " + part + " is not a regular expression");
                }
            }
            return patterns;
        }

        TableKey table(WeeklyOption option) throws UsageException {
            String text = text(option);
            try {
                return text.startsWith("[") ? TableKey.fromJson(text) : new TableKey(List.of(text.split("\\.", -1)));
            } catch (IllegalArgumentException e) {
                throw new UsageException(option.argument() + " must be names joined by dots, or a JSON array of names");
            }
        }

        String runId() throws UsageException {
            String id = text(WeeklyOption.RUN_ID);
            if (!RUN_ID.matcher(id).matches()) {
                throw new UsageException(WeeklyOption.RUN_ID.argument()
                        + " must be up to 200 letters, digits, dots, dashes and underscores");
            }
            return id;
        }
    }
}
