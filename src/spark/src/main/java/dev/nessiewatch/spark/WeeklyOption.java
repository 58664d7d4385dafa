// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

/**
 * The options of a weekly run, in the order in which they are explained. Each is at the same time a parameter of the
 * WorkflowTemplate {@code iceberg-weekly-maintenance}, under the same name and with the same default.
 */
enum WeeklyOption {
    REFERENCE("reference", "main", "Nessie branch whose tables are maintained"),
    EXCLUDE(
            "exclude",
            ".*__dbt_tmp.*,.*__dbt_backup.*",
            "tables left alone: regular expressions that match the whole last key element, separated by commas (a comma"
                    + " inside one is written \\,); - excludes nothing"),
    RETENTION_DAYS(
            "retention-days",
            "7",
            "days of history that are kept, at least 1; a table whose history.expire.max-snapshot-age-ms is longer keeps"
                    + " that"),
    RETAIN_LAST(
            "retain-last",
            "1",
            "snapshots kept on each branch of a table whatever their age, at least 1; a larger"
                    + " history.expire.min-snapshots-to-keep of the table wins"),
    ORPHAN_RETENTION_DAYS(
            "orphan-retention-days",
            "7",
            "days after which a file that no snapshot knows is taken for an orphan; whole days, at least 1, and longer"
                    + " than the longest write"),
    EXPIRE(
            "expire",
            "true",
            "true: expire snapshots and delete their files, or only trim the list where Nessie has more than one named"
                    + " reference; trim: never touch a file, for repositories whose older hashes nessie-gc keeps"
                    + " readable; false: off"),
    REWRITE_DATA_FILES("rewrite-data-files", "true", "whether small data files are joined"),
    REWRITE_MANIFESTS("rewrite-manifests", "true", "whether manifests are joined where fewer would do"),
    REMOVE_ORPHAN_FILES(
            "remove-orphan-files",
            "true",
            "whether files that no snapshot knows are deleted; only with exactly one named reference, and only in"
                    + " tables whose location no other table shares"),
    ARCHIVE_TABLE(
            "archive-table",
            "-",
            "table that gets one row of metadata for each snapshot before it is expired: names joined by dots, or a"
                    + " JSON array of names; - is off"),
    MAX_CONCURRENT_FILE_GROUP_REWRITES(
            "max-concurrent-file-group-rewrites",
            "4",
            "file groups of one table that are rewritten at once, at least 1"),
    MAX_FILE_GROUP_SIZE_BYTES(
            "max-file-group-size-bytes", "107374182400", "bytes of one file group at most; Iceberg's default"),
    PARTIAL_PROGRESS(
            "partial-progress",
            "true",
            "whether rewritten file groups are committed as they get ready, in up to 10 commits a table, so that a run"
                    + " that ends early has not worked in vain"),
    TARGET_FILE_SIZE_BYTES(
            "target-file-size-bytes", "-", "size of rewritten data files in bytes; - is the table's own setting"),
    SHUFFLE_PARTITIONS("shuffle-partitions", "16", "spark.sql.shuffle.partitions of the run, at least 1"),
    REBUILD_WINDOW(
            "rebuild-window",
            "1h",
            "longest time that a rebuild (CREATE OR REPLACE) takes; tables that grow by replace are skipped this long"
                    + " after a commit and this long before the next one is due; 0s waits for nothing"),
    RUN_ID(
            "run-id",
            "-",
            "name of the run, which signs its commits: letters, digits, dots, dashes and underscores; - makes one of"
                    + " the starting time"),
    STOP_AFTER(
            "stop-after",
            "6h",
            "time after which no further table is begun; the rest is reported as not reached; 0s means no end");

    private final String word;
    private final String standard;
    private final String meaning;

    WeeklyOption(String word, String standard, String meaning) {
        this.word = word;
        this.standard = standard;
        this.meaning = meaning;
    }

    /** Name of the option without dashes, and of the template's parameter. */
    String word() {
        return word;
    }

    /** The option on the command line. */
    String argument() {
        return "--" + word;
    }

    /** Its value when it is not given. */
    String standard() {
        return standard;
    }

    /** What it means, with unit and range. */
    String meaning() {
        return meaning;
    }

    /** All options, one after the other, as text for people. */
    static String help() {
        StringBuilder text = new StringBuilder("usage: MaintenanceJob --mode weekly [--OPTION VALUE]..."
                + " --catalog uri=... --catalog warehouse=... [--catalog key=value]...\n\n");
        for (WeeklyOption option : values()) {
            text.append(String.format("  %-38s %s (default %s)%n", option.argument(), option.meaning, option.standard));
        }
        return text.toString();
    }
}
