// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.EndOfTopics;
import dev.nessiewatch.event.Partition;
import dev.nessiewatch.observe.Neighbours;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HearingTest {
    private static final Partition LEDGER = new Partition("nessiewatch.ledger", 2);
    private static final Partition COUNTS = new Partition("nessiewatch.snapshot-counts", 0);

    private final AtomicLong nanos = new AtomicLong();
    private final TriggerBook book = new TriggerBook();
    private final Neighbours neighbours = new Neighbours();
    private EndOfTopics.Ends ends = new EndOfTopics.Ends.Found(Map.of(LEDGER, 5L));
    private String refusal = "";
    private int asked;

    private final Hearing hearing = new Hearing(
            new Hearing.Source() {
                @Override
                public EndOfTopics.Ends ends() {
                    asked++;
                    return ends;
                }

                @Override
                public String refusal() {
                    return refusal;
                }
            },
            book,
            neighbours,
            nanos::get);

    @BeforeEach
    void expected() {
        neighbours.expect("kafka", "channels");
    }

    @Test
    void isNotReadyBeforeEverythingWasHeard() {
        assertThat(hearing.reaches(Map.of(LEDGER, 5L, COUNTS, -1L))).isFalse();
        assertThat(state()).isEqualTo("not reached yet");

        book.reached(LEDGER, 5);
        assertThat(hearing.reaches(Map.of(LEDGER, 5L, COUNTS, -1L))).isTrue();
        assertThat(state()).isEqualTo("ok");
    }

    @Test
    void aChannelThatIsRefusedIsSaidWithWhatItWasRefusedWith() {
        refusal = "Not authorized to access group: nessiewatch";
        Map<Partition, Long> all = Map.of(LEDGER, 5L, COUNTS, 7L);
        hearing.reaches(all);
        pass(Hearing.PATIENCE.plusSeconds(1));

        assertThat(hearing.reaches(all)).isFalse();
        assertThat(state())
                .isEqualTo(
                        "The trigger does not hear what is in nessiewatch.ledger-2 and 1 more partitions: Kafka refuses it"
                                + " (Not authorized to access group: nessiewatch); grant this client to read the topics and its"
                                + " group, see the broker's ACLs. Nothing is decided by what was not heard");

        book.reached(LEDGER, 5);
        book.reached(COUNTS, 7);
        assertThat(hearing.reaches(all)).isTrue();
        assertThat(state()).isEqualTo("ok");
    }

    @Test
    void oneThatReadsALongTopicIsNotSilent() {
        Map<Partition, Long> all = Map.of(LEDGER, 1000L);
        for (int offset = 0; offset < 100; offset++) {
            book.reached(LEDGER, offset);
            assertThat(hearing.reaches(all)).isFalse();
            pass(Hearing.PATIENCE.minusSeconds(1));
        }
        assertThat(state()).isEqualTo("not reached yet");
    }

    @Test
    void asksAgainFromTimeToTimeAndFindsOutWhatIsRefusedLater() {
        book.reached(LEDGER, 5);
        hearing.reaches(Map.of(LEDGER, 5L));
        hearing.look();
        assertThat(asked).isZero();

        pass(Hearing.PERIOD.plusSeconds(1));
        hearing.look();
        hearing.look();
        assertThat(asked).isEqualTo(1);
        assertThat(state()).isEqualTo("ok");

        ends = new EndOfTopics.Ends.Found(Map.of(LEDGER, 6L));
        pass(Hearing.PERIOD.plusSeconds(1));
        hearing.look();
        pass(Hearing.PATIENCE.plusSeconds(1));
        hearing.look();
        assertThat(state()).startsWith("The trigger does not hear what is in nessiewatch.ledger-2; grant");

        book.reached(LEDGER, 6);
        hearing.look();
        assertThat(state()).isEqualTo("ok");
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void topicsThatMayNotBeReadAreSaid() {
        hearing.reaches(Map.of());
        ends = new EndOfTopics.Ends.Unavailable("Not authorized to access topics");
        pass(Hearing.PERIOD.plusSeconds(1));
        hearing.look();
        assertThat(state()).isEqualTo("Not authorized to access topics");

        ends = new EndOfTopics.Ends.Found(Map.of());
        pass(Hearing.PERIOD.plusSeconds(1));
        hearing.look();
        assertThat(state()).isEqualTo("ok");
    }

    private String state() {
        return String.valueOf(neighbours.states().get("kafka"));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
