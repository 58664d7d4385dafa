// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

/**
 * How much one look at a reference may read and return.
 *
 * @param pageSize items wanted per page; Nessie's log gives at most 250
 * @param logPages most pages of the log
 * @param logOperations most operations held from those pages; a bound for memory
 * @param reconcileChunk most changes returned at once when contents are compared
 */
public record TailLimits(int pageSize, int logPages, int logOperations, int reconcileChunk) {
    private static final int PAGE_SIZE = 250;
    private static final int LOG_OPERATIONS = 100_000;

    public TailLimits {
        atLeastOne("page size", pageSize);
        atLeastOne("nessiewatch.watch.log-pages", logPages);
        atLeastOne("log operations", logOperations);
        atLeastOne("nessiewatch.watch.reconcile-chunk", reconcileChunk);
    }

    /**
     * The limits as configured.
     *
     * @throws IllegalArgumentException naming a property that is below 1
     */
    public static TailLimits of(WatchConfig config) {
        return new TailLimits(PAGE_SIZE, config.logPages(), LOG_OPERATIONS, config.reconcileChunk());
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, not " + value);
        }
    }
}
