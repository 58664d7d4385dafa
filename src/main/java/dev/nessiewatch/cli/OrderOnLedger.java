// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.BrokerCheck;
import dev.nessiewatch.event.LedgerDecoded;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.Reading;
import dev.nessiewatch.event.Received;
import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.lake.TableId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks for one order on the ledger, and for the newest order of its table. Sees committed records only. */
final class OrderOnLedger {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final String orderId;
    private final Map<TableId, LedgerEntry> newest = new HashMap<>();
    private @Nullable LedgerEntry found;

    private OrderOnLedger(String orderId) {
        this.orderId = orderId;
    }

    /** What was found. */
    sealed interface Answer {}

    /**
     * The order is there.
     *
     * @param entry its newest record
     * @param last the newest record of its table, perhaps of another order
     */
    record Found(LedgerEntry entry, LedgerEntry last) implements Answer {}

    /** It is not, or the ledger cannot be read; one line. */
    record Missing(String why) implements Answer {}

    /**
     * Reads the ledger whole.
     *
     * @param kafka connection settings
     * @param topicPrefix start of the topic's name
     */
    static Answer find(String orderId, Map<String, Object> kafka, String topicPrefix) {
        Optional<String> trouble = BrokerCheck.trouble(kafka, DEADLINE);
        if (trouble.isPresent()) {
            return new Missing(trouble.get());
        }
        OrderOnLedger search = new OrderOnLedger(orderId);
        String topic = Topic.LEDGER.name(topicPrefix);
        Reading reading = new TopicReader(kafka).read(List.of(topic), DEADLINE, search::take);
        if (reading instanceof Reading.Unavailable unavailable) {
            return new Missing(unavailable.message());
        }
        return search.answer(topic);
    }

    private void take(Received received) {
        if (LedgerDecoded.of(received) instanceof LedgerDecoded.Recorded recorded) {
            LedgerEntry entry = recorded.entry();
            newest.merge(entry.id(), entry, OrderOnLedger::later);
            if (entry.order().id().equals(orderId)) {
                found = found == null ? entry : later(found, entry);
            }
        }
    }

    private Answer answer(String topic) {
        LedgerEntry entry = found;
        if (entry == null) {
            return new Missing("There is no order " + orderId + " in topic " + topic
                    + "; orders are kept for 30 days at least. Check the id and --topic-prefix");
        }
        return new Found(entry, newest.getOrDefault(entry.id(), entry));
    }

    private static LedgerEntry later(LedgerEntry a, LedgerEntry b) {
        return b.sequence() > a.sequence() ? b : a;
    }
}
