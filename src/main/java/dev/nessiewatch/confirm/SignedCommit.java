// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

import org.jspecify.annotations.Nullable;

/** What the log tells of an order's own commit. */
public sealed interface SignedCommit {
    /**
     * The order has committed.
     *
     * @param hash its commit
     * @param list the list in it; null when its metadata file cannot be read any more
     */
    record Seen(String hash, HeadReader.@Nullable Against list) implements SignedCommit {}

    /** The order has not committed on this reference. */
    record NotSeen() implements SignedCommit {}

    /** Could not be told. */
    record Unknown(String why) implements SignedCommit {}
}
