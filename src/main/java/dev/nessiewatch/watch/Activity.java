// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who touched a table, and how, in the covered commits. The maps hold at most 16 names each; further ones are counted
 * under {@code "(others)"}.
 *
 * @param commits number of commits; 0 when the log did not show them
 * @param newestCommitAt server time of the newest; null when the log did not show it
 * @param writers commits by author; {@code nessiewatch} for signed maintenance, the weekly run's included
 * @param applications commits by {@code application-type}, or the engine where the commit tells it; {@code nessiewatch} for
 *     signed maintenance
 * @param operations commits by {@code iceberg.operation}; {@code "(none)"} for a commit that kept the current snapshot
 * @param signatures commits of this service's own orders among them, as {@code <order id>@<commit hash>}; one that undid an order
 *     as {@code undo/<order id>@<commit hash>}
 */
public record Activity(
        int commits,
        @Nullable Instant newestCommitAt,
        Map<String, Integer> writers,
        Map<String, Integer> applications,
        Map<String, Integer> operations,
        List<String> signatures) {
    /** How the signature of a commit begins that undid an order. */
    public static final String UNDO = "undo/";

    /** For changes found by comparing contents, where no commit was looked at. */
    public static final Activity UNSEEN = new Activity(0, null, Map.of(), Map.of(), Map.of(), List.of());
}
