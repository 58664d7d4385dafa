// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;

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
}
