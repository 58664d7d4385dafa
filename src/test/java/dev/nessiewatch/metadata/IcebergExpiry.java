// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** Iceberg's own answer: {@code ExpireSnapshots.apply()} over a document, without a store. */
record IcebergExpiry(TableMetadata metadata) implements TableOperations {
    static Set<Long> removed(String json, ExpiryTerms terms) {
        TableOperations table = new IcebergExpiry(TableMetadataParser.fromJson("/t/v1.metadata.json", json));
        Set<Long> ids = new TreeSet<>();
        for (Snapshot snapshot : new BaseTable(table, "t")
                .expireSnapshots()
                .expireOlderThan(terms.cutoffMs())
                .retainLast(terms.retainLast())
                .apply()) {
            ids.add(snapshot.snapshotId());
        }
        return ids;
    }

    @Override
    public TableMetadata current() {
        return metadata;
    }

    @Override
    public TableMetadata refresh() {
        return metadata;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata changed) {
        throw new UnsupportedOperationException("Only asked, never changed");
    }

    @Override
    public FileIO io() {
        throw new UnsupportedOperationException("Only asked, never read");
    }

    @Override
    public String metadataFileLocation(String fileName) {
        return "/t/" + fileName;
    }

    @Override
    public LocationProvider locationProvider() {
        throw new UnsupportedOperationException("Only asked, never written");
    }
}
