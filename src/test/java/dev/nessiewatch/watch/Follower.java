// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Does what the caller of a tail does: publishes, remembers, moves the position. Checks each answer as it comes. */
final class Follower implements LastSeen {
    private static final Instant AT = Instant.ofEpochSecond(1_700_000_000);

    private final String reference;
    private final Map<String, Seen> tables = new HashMap<>();
    private final Map<TableKey, String> keys = new HashMap<>();
    private @Nullable Position position;
    final List<TableChange> published = new ArrayList<>();

    Follower(String reference) {
        this.reference = reference;
    }

    @Override
    public @Nullable Seen of(String contentId) {
        return tables.get(contentId);
    }

    @Override
    public @Nullable String contentIdAt(TableKey key) {
        return keys.get(key);
    }

    @Override
    public Collection<String> contentIds() {
        return List.copyOf(tables.keySet());
    }

    @Nullable
    Position position() {
        return position;
    }

    String hash() {
        return known().hash();
    }

    Position known() {
        if (position == null) {
            throw new AssertionError("Nothing was published yet");
        }
        return position;
    }

    /** Tables by key, as published. */
    Map<TableKey, FakeCommitLog.Held> view() {
        Map<TableKey, FakeCommitLog.Held> view = new HashMap<>();
        tables.forEach((id, seen) -> view.put(seen.key(), new FakeCommitLog.Held(id, seen.content())));
        return view;
    }

    /** One look, published. */
    Poll step(Tail tail) {
        Poll poll = tail.poll(reference, position, this);
        publish(poll);
        return poll;
    }

    /** Looks until the answer is complete; fails on anything but progress. */
    Poll.Advanced complete(Tail tail) {
        while (true) {
            Poll poll = step(tail);
            assertThat(poll).isInstanceOf(Poll.Advanced.class);
            Poll.Advanced advanced = (Poll.Advanced) poll;
            if (advanced.complete()) {
                return advanced;
            }
        }
    }

    void publish(Poll poll) {
        if (poll instanceof Poll.Advanced advanced) {
            advanced.changes().forEach(this::apply);
            published.addAll(advanced.changes());
            long sequence = position == null ? 1 : position.sequence() + 1;
            position = advanced.complete()
                    ? new Position(reference, advanced.toCommit(), sequence, null, "test", AT)
                    : new Position(reference, advanced.fromCommit(), sequence, advanced.toCommit(), "test", AT);
        }
    }

    private void apply(TableChange change) {
        String id = change.table().contentId();
        assertThat(change.table().reference()).isEqualTo(reference);
        Seen before = tables.get(id);
        if (change instanceof TableChange.Changed changed) {
            Seen after = new Seen(changed.key(), changed.content());
            assertThat(after).as("reported although published before").isNotEqualTo(before);
            assertThat(changed.contentChanged())
                    .isEqualTo(before == null || !before.content().equals(changed.content()));
            forgetKey(id);
            tables.put(id, after);
            keys.put(changed.key(), id);
        } else {
            assertThat(before).as("left although never published").isNotNull();
            forgetKey(id);
            tables.remove(id);
        }
    }

    private void forgetKey(String id) {
        Seen before = tables.get(id);
        if (before != null) {
            keys.remove(before.key(), id);
        }
    }
}
