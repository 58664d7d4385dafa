// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What came of an operator's command: the data of a record on {@code nessiewatch.ledger}, written by the trigger in the
 * transaction that carries the command out. A command with a final answer is never carried out again.
 *
 * @param schema {@link OperatorCommand#SCHEMA}
 * @param commandId the command
 * @param command what was asked
 * @param table which table; null means everything
 * @param who who asked
 * @param askedAt when it was asked
 * @param outcome in one word
 * @param text in words; several lines for {@code WHY}
 * @param writerId which process wrote this
 * @param at when
 */
public record OperatorAnswer(
        String schema,
        String commandId,
        OperatorCommand.Command command,
        OperatorCommand.@Nullable Subject table,
        String who,
        Instant askedAt,
        Outcome outcome,
        String text,
        String writerId,
        Instant at) {

    static final String KEY_PREFIX = "operator-answer/";

    /** An answer to a command. */
    public static OperatorAnswer to(
            OperatorCommand command, Outcome outcome, String text, String writerId, Instant at) {
        return new OperatorAnswer(
                OperatorCommand.SCHEMA,
                command.id(),
                command.command(),
                command.table(),
                command.who(),
                command.at(),
                outcome,
                text,
                writerId,
                at);
    }

    /** Key of its Kafka record: {@code operator-answer/<kind>/<subject>}, for the newest answer of each. */
    public String key() {
        return KEY_PREFIX + keyEnd();
    }

    /** Kind and subject, as of the command. */
    public String commandKey() {
        return OperatorCommand.KEY_PREFIX + keyEnd();
    }

    /** Whether nothing more follows for the command. */
    public boolean isFinal() {
        return outcome != Outcome.WAITING;
    }

    private String keyEnd() {
        return command.kind() + "/" + (table == null ? "everything" : table.id().text());
    }

    /** What came of a command. */
    public enum Outcome {
        /** Carried out. */
        DONE,
        /** It was so before. */
        NOTHING_TO_DO,
        /** Not now; it stays wanted until it expires. */
        WAITING,
        /** Not carried out, and will not be. */
        REFUSED,
        /** It was too old. */
        EXPIRED,
        /** A newer command of the same kind and subject came before it was carried out. */
        REPLACED
    }
}
