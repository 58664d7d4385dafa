// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.confirm.ExpiryOrder;

/**
 * How much memory the Spark driver of one order gets, from a closed list: a value that the cluster's quota and admission
 * rules can know beforehand.
 *
 * <p>The rule: the smallest size whose heap holds {@value #HEAP_PER_BYTE} bytes for each decoded byte of the metadata file
 * and one GiB for Spark itself, and whose longest list is not passed. The list counts on its own because each snapshot
 * brings manifests and files that the file does not show: 70,000 snapshots with two million files have killed a driver of
 * the usual size. A table that fits none gets the largest. The pod gets the heap and 40 % for what a JVM needs beside it.
 */
public enum DriverSize {
    SMALL(2, 10_000, "1g", "3Gi"),
    MEDIUM(4, 30_000, "2g", "6Gi"),
    LARGE(8, 60_000, "4g", "12Gi"),
    LARGEST(16, Integer.MAX_VALUE, "8g", "23Gi");

    /**
     * Heap that an expiry needs at its peak, in bytes per decoded byte of the file: the largest that was measured is 12
     * (docs/performance.md, "Driver memory"), and a third on top.
     */
    private static final long HEAP_PER_BYTE = 16;

    private static final long GIB = 1L << 30;

    private final int heapGib;
    private final int longestList;
    private final String maxResultSize;
    private final String podMemory;

    DriverSize(int heapGib, int longestList, String maxResultSize, String podMemory) {
        this.heapGib = heapGib;
        this.longestList = longestList;
        this.maxResultSize = maxResultSize;
        this.podMemory = podMemory;
    }

    /** The size for a table as it was confirmed. */
    static DriverSize of(ExpiryOrder.Before before) {
        for (DriverSize size : values()) {
            if (size.holds(before)) {
                return size;
            }
        }
        return LARGEST;
    }

    private boolean holds(ExpiryOrder.Before before) {
        long room = (heapGib - 1) * GIB;
        return before.snapshots() <= longestList && before.decodedBytes() <= room / HEAP_PER_BYTE;
    }

    /** Heap of the driver, as {@code spark.driver.memory} takes it. */
    public String driverMemory() {
        return heapGib + "g";
    }

    /** Most that the driver collects of one job, as {@code spark.driver.maxResultSize} takes it. */
    public String maxResultSize() {
        return maxResultSize;
    }

    /** Memory of the driver's pod, as a Kubernetes quantity. */
    public String podMemory() {
        return podMemory;
    }
}
