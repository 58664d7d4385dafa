// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.OperatorCommand.Subject;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.watch.Excludes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableOnFeedTest {
    private static final Excludes EXCLUDES = new Excludes(List.of(".*__dbt_tmp.*", "old \"x\\.y\" .*"));

    private final Map<TableId, TableKey> tables = new LinkedHashMap<>();

    @Test
    void findsANameAsItIsShown() {
        add("1", "main", "reports", "daily \"gross\".v2");

        assertThat(find("reports.\"daily \"\"gross\"\".v2\"", null)).isEqualTo(found("1", "main"));
    }

    @Test
    void theShownNameWinsOverTheJoinedOne() {
        add("1", "main", "a", "b.c");
        add("2", "main", "a", "b", "c");

        assertThat(find("a.b.c", null)).isEqualTo(found("2", "main"));
        assertThat(find("a.\"b.c\"", null)).isEqualTo(found("1", "main"));
    }

    @Test
    void asksWhichBranch() {
        add("1", "main", "a", "b");
        add("1", "dev", "a", "b");

        assertThat(find("a.b", null))
                .isEqualTo(new TableOnFeed.NotFound(
                        "a.b names 2 tables: a.b on dev, a.b on main; say which with --reference"));
        assertThat(find("a.b", "dev")).isEqualTo(found("1", "dev"));
    }

    @Test
    void asksForTheShownNameWhenTheJoinedOneIsAmbiguous() {
        add("1", "main", "a b", "c.d");
        add("2", "main", "a b.c", "d");

        assertThat(find("a b.c.d", null))
                .isEqualTo(new TableOnFeed.NotFound("a b.c.d names 2 tables: \"a b\".\"c.d\" on main,"
                        + " \"a b.c\".d on main; give the name as it is shown, and the branch with --reference"));
    }

    @Test
    void tellsWhatIsNearAndCleansWhatWasTyped() {
        add("1", "main", "reports", "daily");
        add("2", "main", "reports", "monthly");

        assertThat(find("reports.dialy", null))
                .isEqualTo(new TableOnFeed.NotFound(
                        "No watched table is named reports.dialy; near it: reports.daily on main"));
        assertThat(find("Reports.Daily", "dev"))
                .isEqualTo(new TableOnFeed.NotFound(
                        "No watched table is named Reports.Daily on dev; near it: reports.daily on main"));
        assertThat(find("x\u001b[2J", null).toString())
                .contains("No watched table is named x [2J; names are shown on the page");
        assertThat(find("y".repeat(5000), null).toString()).hasSizeLessThan(1300);
    }

    @Test
    void saysWhichExcludeKeepsATableFromBeingWatched() {
        assertThat(find("reports.orders__dbt_tmp", null))
                .isEqualTo(new TableOnFeed.NotFound(
                        "reports.orders__dbt_tmp is not watched: nessiewatch.watch.exclude holds"
                                + " .*__dbt_tmp.*, and tables of such a name are neither measured nor launched"));
        assertThat(find("reports.\"old \"\"x.y\"\" 7\"", null).toString()).contains("nessiewatch.watch.exclude");
        assertThat(find("orders__dbt_tmp.calm", null).toString()).contains("No watched table");
    }

    @Test
    void oneThatIsKnownIsFoundWhateverIsExcludedHere() {
        add("1", "main", "reports", "orders__dbt_tmp");

        assertThat(find("reports.orders__dbt_tmp", null)).isEqualTo(found("1", "main"));
    }

    private void add(String contentId, String reference, String... key) {
        tables.put(new TableId(contentId, reference), TableKey.of(key));
    }

    private TableOnFeed.Answer find(String name, @Nullable String reference) {
        return TableOnFeed.among(tables, EXCLUDES, name, reference);
    }

    private TableOnFeed.Found found(String contentId, String reference) {
        TableKey key = Objects.requireNonNull(tables.get(new TableId(contentId, reference)));
        return new TableOnFeed.Found(new Subject(contentId, reference, key));
    }
}
