// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static dev.nessiewatch.Facts.count;
import static dev.nessiewatch.Facts.id;
import static dev.nessiewatch.Facts.position;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.watch.LastSeen;
import org.junit.jupiter.api.Test;

class TailMemoryTest {
    private final TailMemory memory = new TailMemory();
    private final LastSeen main = memory.lastSeen("main");

    @Test
    void knowsATableByItsIdAndByItsName() {
        memory.measured(count("A", "a", 1));

        assertThat(main.of("A")).extracting(LastSeen.Seen::key).isEqualTo(TableKey.of("ns", "a"));
        assertThat(main.contentIdAt(TableKey.of("ns", "a"))).isEqualTo("A");
        assertThat(main.contentIds()).containsExactly("A");
        assertThat(memory.lastSeen("other").of("A")).isNull();
    }

    @Test
    void aRenameFreesTheOldName() {
        memory.measured(count("A", "a", 1));
        memory.measured(count("A", "b", 2));

        assertThat(main.contentIdAt(TableKey.of("ns", "a"))).isNull();
        assertThat(main.contentIdAt(TableKey.of("ns", "b"))).isEqualTo("A");
        assertThat(memory.tables()).isEqualTo(1);
    }

    @Test
    void twoTablesMayTradeNames() {
        memory.measured(count("A", "a", 1));
        memory.measured(count("B", "b", 1));
        memory.measured(count("A", "b", 2));
        memory.measured(count("B", "a", 2));

        assertThat(main.contentIdAt(TableKey.of("ns", "a"))).isEqualTo("B");
        assertThat(main.contentIdAt(TableKey.of("ns", "b"))).isEqualTo("A");
        memory.left(id("A"));
        assertThat(main.contentIdAt(TableKey.of("ns", "a"))).isEqualTo("B");
        assertThat(main.contentIdAt(TableKey.of("ns", "b"))).isNull();
    }

    @Test
    void aTableMadeAnewUnderAnOldNameKeepsIt() {
        memory.measured(count("A", "a", 1));
        memory.measured(count("A2", "a", 2));
        memory.left(id("A"));

        assertThat(main.contentIdAt(TableKey.of("ns", "a"))).isEqualTo("A2");
    }

    @Test
    void sequencesGoOnWhateverIsForgotten() {
        assertThat(memory.nextSequence("main")).isEqualTo(1);
        memory.counted("main", 7);
        memory.moved(position("main", 5, Facts.NOW));
        assertThat(memory.nextSequence("main")).isEqualTo(8);

        memory.forgetReference("main");
        assertThat(memory.position("main")).isNull();
        assertThat(memory.nextSequence("main")).isEqualTo(8);
    }

    @Test
    void aReferenceIsOneOfWhichAnythingIsPublished() {
        memory.moved(position("empty", 1, Facts.NOW));
        memory.measured(count(new TableId("A", "no-position"), "a", 1, Kind.MISSING));
        memory.lastSeen("only-asked-for");

        assertThat(memory.references()).containsExactly("empty", "no-position");
        memory.forgetReference("no-position");
        assertThat(memory.references()).containsExactly("empty");
        assertThat(memory.tables()).isZero();
    }

    @Test
    void countsWhatCannotBeRead() {
        memory.measured(count(id("A"), "a", 1, Kind.MISSING));
        memory.measured(count(id("B"), "b", 1, Kind.DENIED));

        assertThat(memory.unreadable()).hasSize(2);
        assertThat(memory.missing()).isEqualTo(1);
    }
}
