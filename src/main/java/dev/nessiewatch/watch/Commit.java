// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a commit log.
 *
 * @param hash its hash; null when the server did not tell it
 * @param parent hash of its first parent, the chain a branch consists of; null when the server did not tell it
 * @param meta who and when
 * @param operations what it did, in no meaningful order; null when the server did not show it
 */
public record Commit(
        @Nullable String hash,
        @Nullable String parent,
        Meta meta,
        @Nullable List<LogOperation> operations) {

    /** How the property {@code app-id} of this service's own commits begins; the order id follows. */
    public static final String SIGNATURE = "nessiewatch/";

    /** How the property {@code app-id} of a commit begins that undid an order; the order id follows. */
    public static final String UNDO_SIGNATURE = "nessiewatch-undo/";

    /** How the property {@code app-id} of a commit of the weekly run begins; the run's id follows. */
    public static final String WEEKLY_SIGNATURE = "nessiewatch-weekly/";

    public Commit {
        operations = operations == null ? null : List.copyOf(operations);
    }

    /** Whether the server showed what the commit did. An empty list is what a hidden one looks like, too. */
    boolean isVisible() {
        return operations != null && !operations.isEmpty();
    }

    /**
     * Who committed, and when. All texts are data from outside.
     *
     * @param at server time; null when not told
     * @param authors the authors; may be empty
     * @param applicationType property {@code application-type}; null when unset
     * @param operation property {@code iceberg.operation}; null when the commit kept the current snapshot
     * @param appId property {@code app-id}; null when unset
     */
    public record Meta(
            @Nullable Instant at,
            List<String> authors,
            @Nullable String applicationType,
            @Nullable String operation,
            @Nullable String appId) {
        public Meta {
            authors = List.copyOf(authors);
        }

        /** The order id that signed this commit; null when it is not this service's own. */
        @Nullable
        String orderId() {
            return after(SIGNATURE);
        }

        /** The order id that this commit undid; null when it undid none. */
        @Nullable
        String undoneOrderId() {
            return after(UNDO_SIGNATURE);
        }

        /** Whether it is maintenance that this project signs: an order, its undoing, or the weekly run. No list grows by it. */
        boolean isMaintenance() {
            return orderId() != null || undoneOrderId() != null || after(WEEKLY_SIGNATURE) != null;
        }

        private @Nullable String after(String signature) {
            return appId != null && appId.startsWith(signature) ? appId.substring(signature.length()) : null;
        }
    }
}
