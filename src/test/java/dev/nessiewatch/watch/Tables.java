// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.util.ArrayList;
import java.util.List;

/** Short words for tests. */
final class Tables {
    private Tables() {}

    static TableContent content(int version) {
        return new TableContent("s3://lake/t/metadata/" + version + ".metadata.json", version, 0, 0, 0);
    }

    static LogOperation put(String name, String id, int version) {
        return put(TableKey.of("ns", name), id, version);
    }

    static LogOperation put(TableKey key, String id, int version) {
        return new LogOperation.PutTable(key, id, content(version));
    }

    static LogOperation putView(String name) {
        return new LogOperation.PutOther(TableKey.of("ns", name), "ICEBERG_VIEW");
    }

    static LogOperation delete(String name) {
        return new LogOperation.Delete(TableKey.of("ns", name));
    }

    /** The default excludes. */
    static Excludes excludes() {
        return new Excludes(List.of(".*__dbt_tmp.*", ".*__dbt_backup.*"));
    }

    static TableChange left(String name, String id, TableChange.Reason reason) {
        return new TableChange.Left(new TableId(id, "main"), TableKey.of("ns", name), reason);
    }

    static TableChange changed(String name, String id, int version, Activity activity) {
        return new TableChange.Changed(
                new TableId(id, "main"), TableKey.of("ns", name), content(version), true, activity);
    }

    static Activity activity(int commits) {
        ActivityTally tally = new ActivityTally();
        List<LogOperation> none = new ArrayList<>();
        for (int i = 0; i < commits; i++) {
            tally.add(new Commit("x", "y", FakeCommitLog.meta("writer"), none));
        }
        return tally.activity();
    }
}
