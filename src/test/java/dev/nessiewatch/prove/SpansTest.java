// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import static dev.nessiewatch.prove.Told.AT;
import static dev.nessiewatch.prove.Told.between;
import static dev.nessiewatch.prove.Told.counted;
import static dev.nessiewatch.prove.Told.left;
import static dev.nessiewatch.prove.Told.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.prove.Finding.Kind;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which transactions led from which commit to which. */
class SpansTest {
    private final NavigableMap<Long, Step> steps = new TreeMap<>();

    @Test
    void eachTransactionIsASpan() {
        steps(step(1, "a", null), step(2, "b", null));
        Spans spans = spans(1, 2, between(counted(2, "x", 1), "a", "b"));
        assertThat(spans.findings()).isEmpty();
        assertThat(spans.parts())
                .extracting(part -> part.span().from() + part.span().to())
                .containsExactly("roota", "ab");
    }

    @Test
    void chunksAreOneSpan() {
        steps(step(1, "a", null), step(2, "a", "t"), step(3, "a", "t"), step(4, "t", null));
        Spans spans = spans(2, 4, between(counted(2, "x", 1), "a", "t"), between(counted(4, "y", 1), "a", "t"));
        assertThat(spans.findings()).isEmpty();
        assertThat(spans.parts()).singleElement().satisfies(part -> {
            assertThat(part.span().sequences()).isEqualTo(new Window(2, 4));
            assertThat(part.span().records()).hasSize(2);
            assertThat(part.span().to()).isEqualTo("t");
        });
    }

    @Test
    void chunksUnderWayAreNotJudged() {
        steps(step(1, "a", null), step(2, "a", "t"));
        Spans spans = spans(2, 2);
        assertThat(spans.findings()).extracting(Finding::kind).containsExactly(Kind.UNJUDGED);
    }

    @Test
    void aWindowDoesNotBeginInsideChunks() {
        steps(step(1, "a", null), step(2, "a", "t"), step(3, "t", null), step(4, "u", null));
        assertThat(Spans.whole(steps, new Window(3, 4))).isEqualTo(new Window(4, 4));
        assertThat(Spans.whole(steps, new Window(2, 4))).isEqualTo(new Window(2, 4));
    }

    @Test
    void aSequenceThatNobodyHasIsAGap() {
        steps(step(1, "a", null), step(3, "c", null));
        assertThat(spans(1, 3).findings()).extracting(Finding::kind).contains(Kind.GAP);
    }

    @Test
    void recordsWithoutAPositionAreAGap() {
        steps(step(1, "a", null), step(3, "c", null));
        assertThat(spans(1, 3, between(counted(2, "x", 1), "a", "b")).findings())
                .extracting(Finding::kind)
                .contains(Kind.GAP);
    }

    @Test
    void aPositionThatMayBeCompactedIsNoGap() {
        steps(step(1, "a", null), step(3, "c", null));
        Spans spans = Spans.of(known(AT.plusSeconds(60)), new Window(1, 3));
        assertThat(spans.findings()).extracting(Finding::kind).containsOnly(Kind.UNJUDGED);
    }

    @Test
    void aReferenceTakenOffAndOnAgainStartsAtItsRoot() {
        Step again = new Step(3, "c", null, "w", AT, true);
        steps(step(1, "a", null), again);
        Spans spans = spans(
                1, 3, between(left(2, "x", "REFERENCE_REMOVED"), "a", "a"), between(counted(3, "x", 1), "root", "c"));
        assertThat(spans.findings()).isEmpty();
        assertThat(spans.parts())
                .extracting(Spans.Part::judged)
                .containsExactly(Spans.Judged.BY_DIFF, Spans.Judged.AS_REMOVAL, Spans.Judged.BY_DIFF);
        assertThat(spans.parts().get(2).span().from()).isEqualTo("root");
    }

    @Test
    void recordsOfOtherCommitsAreMisplaced() {
        steps(step(1, "a", null), step(2, "b", null));
        assertThat(spans(2, 2, between(counted(2, "x", 1), "a", "z")).findings())
                .extracting(Finding::kind)
                .containsExactly(Kind.MISPLACED);
    }

    @Test
    void theWindowEndsAtTheFirstThatIsUnfit() {
        steps(step(1, "a", null), step(2, "b", null), step(3, "c", null));
        assertThat(Window.of(steps, 2, step -> true)).isEqualTo(new Window(2, 3));
        assertThat(Window.of(steps, 9, step -> step.sequence() > 2)).isEqualTo(new Window(3, 3));
        assertThat(Window.of(steps, 9, step -> false).isEmpty()).isTrue();
        assertThat(Window.of(new TreeMap<>(), 9, step -> true).isEmpty()).isTrue();
    }

    private void steps(Step... all) {
        for (Step step : all) {
            steps.put(step.sequence(), step);
        }
    }

    private Spans spans(long first, long last, Published... records) {
        return Spans.of(known(AT, records), new Window(first, last));
    }

    private Spans.Known known(Instant kept, Published... records) {
        return new Spans.Known(
                "main",
                steps,
                sequence -> List.of(records).stream()
                        .filter(published -> published.sequence() == sequence)
                        .toList(),
                kept,
                "root");
    }
}
