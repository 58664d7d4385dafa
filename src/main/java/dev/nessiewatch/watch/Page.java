// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a longer answer.
 *
 * @param items what is on this page; may be empty
 * @param next token of the next page; null on the last
 */
public record Page<T>(List<T> items, @Nullable String next) {
    public Page {
        items = List.copyOf(items);
    }
}
