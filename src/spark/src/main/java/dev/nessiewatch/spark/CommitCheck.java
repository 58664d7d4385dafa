// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import org.apache.iceberg.TableMetadata;

/** Asked at the one door that changes a table, each time Iceberg tries to commit. */
interface CommitCheck {
    /** Ends the run by throwing unless this commit may be made now. */
    void beforeCommit(TableMetadata base, TableMetadata updated);

    /** Learns that the commit went through. */
    void afterCommit();
}
