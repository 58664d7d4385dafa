// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

import dev.nessiewatch.watch.References;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether an order may delete files, and why. Iceberg knows its own branches and tags and nothing of Nessie's, so files
 * are deleted only while no other reference, and no hash that is to stay readable, can need them.
 *
 * @param mode what the order may do with files
 * @param because why, as half a sentence
 */
record ModeChoice(ExpiryOrder.Mode mode, String because) {
    private static final int SHOWN = 5;

    /**
     * The choice by what Nessie lists.
     *
     * @param references all named references
     * @param own the one that the table is expired on
     */
    static ModeChoice of(References.Known references, String own) {
        List<String> names = references.names();
        if (names.size() == 1 && names.contains(own)) {
            return new ModeChoice(ExpiryOrder.Mode.EXPIRE, own + " is Nessie's only named reference");
        }
        if (!names.contains(own)) {
            return new ModeChoice(
                    ExpiryOrder.Mode.TRIM,
                    "Nessie does not list " + own + " itself, so there may be references that this service cannot see");
        }
        return new ModeChoice(
                ExpiryOrder.Mode.TRIM,
                "Nessie has " + names.size() + " named references (" + some(names)
                        + "), and another one may need the files");
    }

    /**
     * The choice when nessie-gc has a window.
     *
     * @param window how long nessie-gc keeps older hashes readable; null when nothing was declared
     * @param cutoff snapshots older than this go
     * @param now when it is decided
     */
    ModeChoice within(@Nullable Duration window, Instant cutoff, Instant now) {
        if (window == null || mode == ExpiryOrder.Mode.TRIM || !cutoff.isAfter(now.minus(window))) {
            return this;
        }
        return new ModeChoice(
                ExpiryOrder.Mode.TRIM,
                "hashes since " + now.minus(window)
                        + " are to stay readable (nessiewatch.policy.nessie-gc-window), and the cut-off is younger");
    }

    /** The choice when an operator asked that no file goes. */
    ModeChoice trimmed() {
        return mode == ExpiryOrder.Mode.TRIM ? this : new ModeChoice(ExpiryOrder.Mode.TRIM, "an operator asked for it");
    }

    /** The choice and its reason as one sentence. */
    String words() {
        return switch (mode) {
            case EXPIRE -> "Mode expire, files go too: " + because + ".";
            case TRIM -> "Mode trim, only the list gets shorter and no file goes: " + because + ".";
        };
    }

    private static String some(List<String> names) {
        int shown = Math.min(SHOWN, names.size());
        return String.join(", ", names.subList(0, shown)) + (names.size() > shown ? ", ..." : "");
    }
}
