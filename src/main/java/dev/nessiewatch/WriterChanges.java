// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.observe.Meters;
import org.jspecify.annotations.Nullable;

/**
 * Notices that positions come from another process than before. One change is a restart; many in a row are two processes
 * that take the feed from each other, which neither of them lives long enough to tell.
 */
final class WriterChanges {
    private final TriggerBook book;
    private final Meters meters;
    private @Nullable String last;

    WriterChanges(TriggerBook book, Meters meters) {
        this.book = book;
        this.meters = meters;
    }

    /** Looks once. The writer of the newest position counts; the first one that is seen is no change. */
    void look() {
        String writer = book.newestWriter();
        if (writer != null && !writer.equals(last)) {
            if (last != null) {
                meters.writerChanged("tail");
            }
            last = writer;
        }
    }
}
