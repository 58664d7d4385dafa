// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Decider;
import dev.nessiewatch.decide.Decision;
import dev.nessiewatch.decide.Explanation;
import dev.nessiewatch.decide.Past;
import dev.nessiewatch.decide.Situation;
import dev.nessiewatch.event.PackedCount;
import dev.nessiewatch.forecast.Forecast;
import java.util.function.Supplier;

/**
 * What a decision was made from, kept small instead of its words. Both rooms are pure, so whoever asks later gets the words
 * of exactly that decision. Safe for several threads.
 */
record Question(PackedCount packed, Past past, Situation situation, EventToExpiry.Rooms rooms)
        implements Supplier<Explanation> {
    /** The row for the board; it shares the names with the measurement. */
    Board.Row row(Decider.Weighed weighed, Forecast forecast) {
        Decision decision = weighed.decision();
        Board.Size size = new Board.Size(forecast.snapshots(), forecast.weight().decoded(), situation.now());
        return new Board.Row(
                packed.id(), packed.key(), decision.outcome(), decision.urgent(), size, weighed.standing(), this);
    }

    @Override
    public Explanation get() {
        return rooms.decider().explain(rooms.forecaster().forecast(packed.count(), situation.now()), past, situation);
    }
}
