// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** A table's operations with a guard at the one door that changes the table. All else is passed on as it is. */
final class GuardedOperations implements TableOperations {
    private final TableOperations table;
    private final CommitCheck guard;

    GuardedOperations(TableOperations table, CommitCheck guard) {
        this.table = table;
        this.guard = guard;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
        guard.beforeCommit(base, metadata);
        table.commit(base, metadata);
        guard.afterCommit();
    }

    @Override
    public TableMetadata current() {
        return table.current();
    }

    @Override
    public TableMetadata refresh() {
        return table.refresh();
    }

    @Override
    public FileIO io() {
        return table.io();
    }

    @Override
    public EncryptionManager encryption() {
        return table.encryption();
    }

    @Override
    public String metadataFileLocation(String fileName) {
        return table.metadataFileLocation(fileName);
    }

    @Override
    public LocationProvider locationProvider() {
        return table.locationProvider();
    }

    @Override
    public TableOperations temp(TableMetadata uncommitted) {
        return table.temp(uncommitted);
    }

    @Override
    public long newSnapshotId() {
        return table.newSnapshotId();
    }

    @Override
    public boolean requireStrictCleanup() {
        return table.requireStrictCleanup();
    }
}
