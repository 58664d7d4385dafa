// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nessiewatch.spark.WeeklyOptions.Expire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WeeklyOptionsTest {
    private static final String[] CATALOG = {"--catalog", "uri=http://127.0.0.1:1/api/v2", "--catalog", "warehouse=w"};

    @Test
    void hasADefaultForEverything() throws UsageException {
        WeeklyOptions options = WeeklyOptions.of(Map.of());

        assertThat(options.reference()).isEqualTo("main");
        assertThat(options.retention()).isEqualTo(Duration.ofDays(7));
        assertThat(options.retainLast()).isEqualTo(1);
        assertThat(options.orphanRetention()).isEqualTo(Duration.ofDays(7));
        assertThat(options.expire()).isEqualTo(Expire.TRUE);
        assertThat(options.rewrite()).isEqualTo(new WeeklyOptions.Rewrite(true, true, 4, 107_374_182_400L, true, null));
        assertThat(options.archiveTable()).isNull();
        assertThat(options.rebuildWindow()).isEqualTo(Duration.ofHours(1));
        assertThat(options.stopAfter()).isEqualTo(Duration.ofHours(6));
        assertThat(options.shufflePartitions()).isEqualTo(16);
    }

    @Test
    void excludesByTheWholeLastElement() throws UsageException {
        WeeklyOptions usual = WeeklyOptions.of(Map.of());
        WeeklyOptions own = WeeklyOptions.of(Map.of(WeeklyOption.EXCLUDE, "a, b{1\\,2}"));
        WeeklyOptions none = WeeklyOptions.of(Map.of(WeeklyOption.EXCLUDE, "-"));

        assertThat(usual.excludes(key("ns", "orders__dbt_tmp_1"))).isTrue();
        assertThat(usual.excludes(key("ns__dbt_tmp", "orders"))).isFalse();
        assertThat(own.excludes(key("ns", "a"))).isTrue();
        assertThat(own.excludes(key("ns", "bb"))).isTrue();
        assertThat(own.excludes(key("ns", "ab"))).isFalse();
        assertThat(none.excludes(key("ns", "orders__dbt_tmp"))).isFalse();
    }

    @Test
    void refusesWhatCannotBeMeant() {
        assertFault(WeeklyOption.ORPHAN_RETENTION_DAYS, "0", "--orphan-retention-days must be a whole number from 1");
        assertFault(WeeklyOption.RETENTION_DAYS, "0.5", "--retention-days must be");
        assertFault(WeeklyOption.RETAIN_LAST, "0", "--retain-last must be");
        assertFault(WeeklyOption.EXPIRE, "yes", "--expire must be true, trim or false");
        assertFault(WeeklyOption.REWRITE_MANIFESTS, "TRUE", "--rewrite-manifests must be true or false");
        assertFault(WeeklyOption.EXCLUDE, "(", "is not a regular expression");
        assertFault(WeeklyOption.ARCHIVE_TABLE, "a..b", "--archive-table must be names");
        assertFault(WeeklyOption.ARCHIVE_TABLE, "[1]", "--archive-table must be names");
        assertFault(WeeklyOption.STOP_AFTER, "6", "--stop-after must be a whole number and a unit");
        assertFault(WeeklyOption.RUN_ID, "a b", "--run-id must be");
        assertFault(WeeklyOption.REFERENCE, " ", "--reference must not be blank");
    }

    @Test
    void readsItsArgumentsStrictly() throws UsageException {
        WeeklyCommand command = WeeklyCommand.parse(with("--mode", "weekly", "--retention-days", "3"), null);

        assertThat(command.options().retention()).isEqualTo(Duration.ofDays(3));
        assertThat(WeeklyCommand.isAskedFor(with("--mode", "weekly"))).isTrue();
        assertThat(WeeklyCommand.isAskedFor(with("--mode", "trim"))).isFalse();
        assertThatThrownBy(() -> WeeklyCommand.parse(with("--mode", "weekly", "--fast", "1"), null))
                .hasMessage("unknown argument --fast");
        assertThatThrownBy(() ->
                        WeeklyCommand.parse(with("--mode", "weekly", "--expire", "true", "--expire", "trim"), null))
                .hasMessage("--expire is given twice");
    }

    @Test
    void countsFromItsStartAndNamesItselfByIt() throws UsageException {
        Clock clock = Clock.fixed(Instant.parse("2026-11-29T03:00:00Z"), ZoneOffset.ofHours(9));
        Week week = Week.begin(
                WeeklyOptions.of(Map.of()),
                clock,
                () -> {
                    throw new AssertionError("Spark is not needed");
                },
                new StopSignal());

        assertThat(Instant.ofEpochMilli(week.cutOffMs())).isEqualTo("2026-11-22T03:00:00Z");
        assertThat(Week.signature(week.runId())).isEqualTo("nessiewatch-weekly/20261129T030000Z");
    }

    @Test
    void theDocumentationSaysTheSame() throws Exception {
        String page = Files.readString(Path.of("..", "..", "docs", "weekly.md"));
        String options = page.substring(page.indexOf("## Options"), page.indexOf("The catalog is given"));
        Matcher rows = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| `([^`]*)` \\|").matcher(options);
        List<String> documented = new ArrayList<>();
        while (rows.find()) {
            documented.add(rows.group(1) + " " + rows.group(2));
        }

        assertThat(documented)
                .containsExactlyElementsOf(List.of(WeeklyOption.values()).stream()
                        .map(option -> option.word() + " " + option.standard())
                        .toList());
        assertThat(ArchiveTable.SCHEMA.columns())
                .allSatisfy(column -> assertThat(page).contains("| `" + column.name() + "` |"));
        assertThat(WeeklyOption.help()).contains("--stop-after");
    }

    private static void assertFault(WeeklyOption option, String value, String fault) {
        assertThatThrownBy(() -> WeeklyOptions.of(Map.of(option, value)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(fault);
    }

    private static TableKey key(String... elements) {
        return new TableKey(List.of(elements));
    }

    private static String[] with(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(CATALOG));
        return all.toArray(String[]::new);
    }
}
