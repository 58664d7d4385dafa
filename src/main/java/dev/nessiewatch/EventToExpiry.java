// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.Confirmation;
import dev.nessiewatch.confirm.Confirmer;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Decider;
import dev.nessiewatch.decide.Decision;
import dev.nessiewatch.decide.Draft;
import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.decide.Past;
import dev.nessiewatch.decide.Situation;
import dev.nessiewatch.event.OperatorAnswer;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.PackedCount;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Forecaster;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Meters;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The second door: from events to at most one expiry a table. It is level-triggered: each turn decides from all that is
 * known, so that a turn missed, or made twice, changes nothing. The third door is passed first in each turn, since what
 * it closes makes room.
 */
public final class EventToExpiry {
    private static final Logger LOG = Logger.getLogger(EventToExpiry.class);
    /** A launch that HEAD did not confirm is not asked for again before this, unless the table changes. */
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(30);

    /** Outcomes that time alone changes slowly or never; the others are decided anew in each turn. */
    private static final Set<Outcome> SLOW = EnumSet.of(
            Outcome.EXCLUDED,
            Outcome.UNREADABLE,
            Outcome.REST_MANAGED,
            Outcome.WEEKLY_SUFFICES,
            Outcome.GC_DISABLED,
            Outcome.UNADDRESSABLE);

    private final TriggerBook book;
    private final Ledger ledger;
    private final Rooms rooms;
    private final ExpiryToVerdict verdicts;
    private final OperatorHand hand;
    private final Signals signals;
    private final Settings settings;
    private final Clocks clocks;
    private final Circumstances circumstances;
    private final BoardMeters shown;
    private final WriterChanges writers;
    private final Map<TableId, Refusal> refused = new HashMap<>();
    private @Nullable Instant lastRound;

    /** The rooms a table passes through on its way to a launch. */
    public record Rooms(Forecaster forecaster, Decider decider, Board board, Confirmer confirmer) {}

    /** Where the door reports to. */
    public record Signals(Meters meters, Loops loops) {}

    /**
     * What the door is told.
     *
     * @param round how often every table is decided anew
     * @param maxOpenRuns runs that may be open at once
     * @param patience how long a turn may take before the loop counts as wedged
     */
    public record Settings(Duration round, int maxOpenRuns, Duration patience) {}

    EventToExpiry(
            TriggerBook book,
            Ledger ledger,
            Rooms rooms,
            ExpiryToVerdict verdicts,
            OperatorHand hand,
            Signals signals,
            Settings settings,
            Clocks clocks) {
        this.book = book;
        this.ledger = ledger;
        this.rooms = rooms;
        this.verdicts = verdicts;
        this.hand = hand;
        this.signals = signals;
        this.settings = settings;
        this.clocks = clocks;
        this.circumstances =
                new Circumstances(book, rooms.decider().policy(), settings.maxOpenRuns(), verdicts::weekly);
        this.shown = new BoardMeters(rooms.board(), signals.meters());
        this.writers = new WriterChanges(book, signals.meters());
    }

    /** One turn. Not to be called again while it runs. */
    public void turn() {
        beat();
        verdicts.tend();
        if (!ledger.isReady() && !ledger.open()) {
            return;
        }
        ledger.listen();
        verdicts.turn();
        book.takeGone().forEach(this::forget);
        hand.turn();
        Set<TableId> due = due();
        boolean round = due.containsAll(book.tables());
        for (TableId table : due) {
            if (!ledger.isReady()) {
                return;
            }
            beat();
            book.packed(table).ifPresent(this::decide);
        }
        hand.answerQuestions();
        if (round) {
            circumstances.roundEnded(clocks.wall().instant());
            signals.meters().weekly(circumstances.weekly(clocks.wall().instant()));
        }
        shown.show(clocks.wall().instant());
        signals.meters().positions(book.heartbeats());
        writers.look();
    }

    private void decide(PackedCount packed) {
        SnapshotCount count = packed.count();
        Instant now = clocks.wall().instant();
        Forecast forecast = rooms.forecaster().forecast(count, now);
        Optional<OperatorCommand> wish = hand.wish(count.id());
        Situation situation = circumstances.situation(count, forecast).with(hand.on(count.id(), wish));
        Past past = circumstances.past(count, forecast);
        Decider.Weighed weighed = rooms.decider().weigh(forecast, past, situation);
        Decision decision = weighed.decision();
        note(decision, new Question(packed, past, situation, rooms).row(weighed, forecast));
        if (!(decision instanceof Decision.Launch launch)) {
            wish.ifPresent(command -> hand.held(command, decision));
        } else if (mayAsk(count.id())) {
            launch(launch.draft(), wish);
        }
    }

    private void launch(Draft draft, Optional<OperatorCommand> wish) {
        String orderId = ledger.nextOrderId();
        Confirmation confirmation = rooms.confirmer().confirm(draft, orderId);
        if (confirmation instanceof Confirmation.Refused no) {
            refused(draft, no);
            wish.ifPresent(command -> hand.unconfirmed(command, draft, no));
            return;
        }
        if (hand.pauses(draft.table())) {
            // Heard while HEAD was asked; the next turn says so.
            return;
        }
        ExpiryOrder order = ((Confirmation.Confirmed) confirmation).order();
        List<OperatorAnswer> answers =
                wish.map(command -> hand.ordered(command, order)).orElse(List.of());
        if (ledger.intend(order, answers)) {
            hand.said(answers);
            book.order(order.table()).ifPresent(verdicts::advance);
        }
    }

    /** Said when the reason is another one than last time; a store that is away would say it for every table for ever. */
    private void refused(Draft draft, Confirmation.Refused no) {
        signals.meters().refused(no.reason().name());
        Refusal before = refused.put(
                draft.table(), new Refusal(no.reason(), clocks.steady().instant(), false));
        if (before == null || before.reason() != no.reason()) {
            LOG.infof("Not launched for %s (%s): %s", draft.key().display(), no.reason(), no.why());
        }
    }

    private boolean mayAsk(TableId table) {
        Refusal refusal = refused.get(table);
        Instant now = clocks.steady().instant();
        return refusal == null || refusal.changed() || Spell.isOver(refusal.at(), now, AFTER_REFUSAL);
    }

    private void note(Decision decision, Board.Row row) {
        Outcome before = rooms.board().note(row).map(Board.Row::outcome).orElse(null);
        if (before == decision.outcome()) {
            return;
        }
        signals.meters().transition(decision.outcome().name());
        LOG.infof(
                "%s on %s: %s. %s %s",
                decision.key().display(),
                decision.table().reference(),
                decision.outcome(),
                decision.why(),
                decision.next());
    }

    private void forget(TableId table) {
        rooms.board().forget(table);
        refused.remove(table);
        circumstances.forget(table);
    }

    /** Tables whose decision may be another one by now. */
    private Set<TableId> due() {
        Set<TableId> due = new LinkedHashSet<>(book.takeChanged());
        due.addAll(hand.touched());
        Instant now = clocks.steady().instant();
        due.forEach(table -> refused.computeIfPresent(table, (id, last) -> new Refusal(last.reason(), now, true)));
        if (lastRound == null || Spell.isOver(lastRound, now, settings.round())) {
            lastRound = now;
            due.addAll(book.tables());
            return due;
        }
        for (Board.Row row : rooms.board().rows()) {
            if (!SLOW.contains(row.outcome())) {
                due.add(row.table());
            }
        }
        return due;
    }

    private void beat() {
        signals.loops().turn("trigger", settings.patience());
    }

    /**
     * A launch that HEAD did not confirm.
     *
     * @param at when, by the steady clock
     * @param changed whether something happened to the table since
     */
    private record Refusal(Confirmation.Reason reason, Instant at, boolean changed) {}
}
