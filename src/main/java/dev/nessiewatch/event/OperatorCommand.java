// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator asks of the trigger: the data of a record on {@code nessiewatch.ledger} that somebody else than the
 * trigger wrote. Its key tells kind and subject, so that the compacted topic keeps the newest command of each and never
 * touches the state of an order. Whatever is in it came from outside.
 *
 * @param schema {@link #SCHEMA}
 * @param id names this command for ever; it is carried out once
 * @param command what is asked
 * @param table which table; null means everything
 * @param mode {@code trim} to shorten the list only; null leaves it to what HEAD says. For a launch
 * @param who who asks: data, nobody checked it
 * @param reason in the operator's words; null when none was given
 * @param at when it was asked, by the clock of the one who asked
 * @param expiresAt a launch or question that comes to be carried out at this moment or later is not; null for the others
 */
public record OperatorCommand(
        String schema,
        String id,
        Command command,
        @Nullable Subject table,
        @Nullable String mode,
        String who,
        @Nullable String reason,
        Instant at,
        @Nullable Instant expiresAt) {

    public static final String SCHEMA = "v1-draft";
    /** The only mode that may be asked for. */
    public static final String TRIM = "trim";
    /** Longest time that a launch may stay wanted. */
    public static final Duration LONGEST_VALIDITY = Duration.ofHours(24);

    /** Most characters of {@link #who()}; what is longer is cut. */
    public static final int LONGEST_WHO = 200;
    /** Most characters of {@link #reason()}; what is longer is cut. */
    public static final int LONGEST_REASON = 500;

    static final String KEY_PREFIX = "operator/";
    private static final String EVERYTHING = "everything";

    /** Key of its Kafka record: {@code operator/<kind>/<subject>}. A resume replaces a pause, never a launch. */
    public String key() {
        return KEY_PREFIX + keyEnd();
    }

    /** Kind and subject, for this key and that of its answer. */
    String keyEnd() {
        return command.kind() + "/" + (table == null ? EVERYTHING : table.id().text());
    }

    /** Who and what, in one line. */
    public String subject() {
        return table == null ? EVERYTHING : table.key().display() + " on " + table.reference();
    }

    /** What may be asked. */
    public enum Command {
        /** Launch nothing any more; open runs go on. */
        PAUSE("hold"),
        /** Launch again; for a table, also close its breaker. */
        RESUME("hold"),
        /** Launch one run for a table now. */
        LAUNCH("launch"),
        /** Tell why a table is launched or held. */
        WHY("why");

        private final String kind;

        Command(String kind) {
            this.kind = kind;
        }

        /** Commands of one kind and subject replace each other. */
        String kind() {
            return kind;
        }
    }

    /**
     * A table.
     *
     * @param contentId Nessie content id
     * @param reference branch
     * @param key elements of its key, as the operator saw it
     */
    public record Subject(String contentId, String reference, TableKey key) {
        /** Its identity. */
        public TableId id() {
            return new TableId(contentId, reference);
        }
    }
}
