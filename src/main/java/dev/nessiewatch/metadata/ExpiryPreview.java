// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

/**
 * Predicts Iceberg's {@code expire_snapshots} from a list alone. The prediction is exact: the same set, for branches,
 * tags, own retention of references, replaced, rolled back and staged snapshots.
 */
public final class ExpiryPreview {
    private ExpiryPreview() {}

    /**
     * What an expiry with these terms would remove.
     *
     * @param history the list, with {@code main} as Nessie has it
     * @param terms cut-off and minimum, which replace the table's own {@code history.expire.*} defaults
     */
    public static Preview of(SnapshotHistory history, ExpiryTerms terms) {
        return new Preview(history, terms);
    }
}
