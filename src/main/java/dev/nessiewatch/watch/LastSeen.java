// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What was published last of each table of one reference. Read by the tail, kept by its caller. */
public interface LastSeen {
    /** The last published key and content of a content id; null when none is published. */
    @Nullable
    Seen of(String contentId);

    /** The content id last published under this key; null when none. */
    @Nullable
    String contentIdAt(TableKey key);

    /** All content ids that are published, in no order. */
    Collection<String> contentIds();

    /** Key and content as last published. */
    record Seen(TableKey key, TableContent content) {}
}
