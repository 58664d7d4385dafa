// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.Position;
import dev.nessiewatch.observe.Meters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Restarts of the tail, and two tails, as the trigger sees them. */
class WriterChangesTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TriggerBook book = new TriggerBook();
    private final WriterChanges changes = new WriterChanges(book, new Meters(registry));

    @Test
    void aRestartOfTheTailIsOneChangeForAllReferences() {
        wrote("main", 1, "first");
        wrote("dev", 1, "first");
        changes.look();
        wrote("main", 2, "first");
        changes.look();
        assertThat(counted()).isZero();

        wrote("main", 3, "second");
        changes.look();
        wrote("dev", 2, "second");
        changes.look();
        assertThat(counted()).isEqualTo(1);
    }

    @Test
    void twoTailsThatTakeTheFeedFromEachOtherAreManyChanges() {
        for (int i = 0; i < 6; i++) {
            wrote("main", i, i % 2 == 0 ? "one" : "other");
            changes.look();
        }
        assertThat(counted()).isEqualTo(5);
    }

    @Test
    void whatWasWrittenBeforeTheFirstLookIsNoChange() {
        changes.look();
        wrote("main", 1, "long gone");
        wrote("main", 2, "this one");
        changes.look();
        assertThat(counted()).isZero();
    }

    private void wrote(String reference, long sequence, String writer) {
        book.moved(new Position(reference, "aa", sequence, null, writer, NOW));
    }

    private double counted() {
        var counter = registry.find("nessiewatch.writer.changes").counter();
        return counter == null ? 0 : counter.count();
    }
}
