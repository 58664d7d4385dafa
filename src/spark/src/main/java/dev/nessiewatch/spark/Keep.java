// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.Map;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.PropertyUtil;

/**
 * What of a table's history stays: what the run keeps, or what the table's owner keeps if that is more. Iceberg would let
 * the run's numbers replace the owner's.
 *
 * @param olderThanMs snapshots older than this go, milliseconds since the epoch
 * @param retainLast snapshots kept on each branch
 */
record Keep(long olderThanMs, int retainLast) {
    /** What stays of a table with these properties. */
    static Keep of(Week week, Map<String, String> properties) {
        Long age = PropertyUtil.propertyAsNullableLong(properties, TableProperties.MAX_SNAPSHOT_AGE_MS);
        long cutOff = age == null ? week.cutOffMs() : Math.min(week.cutOffMs(), week.startMs() - Math.max(0, age));
        int least = PropertyUtil.propertyAsInt(properties, TableProperties.MIN_SNAPSHOTS_TO_KEEP, 1);
        return new Keep(cutOff, Math.max(week.options().retainLast(), least));
    }
}
