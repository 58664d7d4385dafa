// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.OutsideText;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What must hold before an operator's record reaches business code. Anyone with access to the topic can write one, so every
 * text is bounded and cleaned, and every time is one that can be reckoned with.
 */
final class OperatorChecks {
    static final int LONGEST_TEXT = 20_000;
    private static final int LONGEST_ID = 1000;
    private static final int LONGEST_KEY = 10_000;
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2300-01-01T00:00:00Z");

    private OperatorChecks() {}

    static OperatorCommand command(OperatorCommand command) {
        WireChecks.schema(command.schema());
        id(command.id(), "id");
        OperatorCommand.Command what = WireChecks.present(command.command(), "command");
        boolean aboutOne = what == OperatorCommand.Command.LAUNCH || what == OperatorCommand.Command.WHY;
        WireChecks.that(!aboutOne || command.table() != null, "table");
        table(command.table());
        String mode = command.mode();
        WireChecks.that(
                mode == null || (what == OperatorCommand.Command.LAUNCH && mode.equals(OperatorCommand.TRIM)), "mode");
        time(command.at(), "at");
        expiry(command, aboutOne);
        return new OperatorCommand(
                command.schema(),
                command.id(),
                what,
                command.table(),
                mode,
                who(command.who()),
                OutsideText.oneOrNone(command.reason(), OperatorCommand.LONGEST_REASON),
                command.at(),
                command.expiresAt());
    }

    static OperatorAnswer answer(OperatorAnswer answer) {
        WireChecks.schema(answer.schema());
        id(answer.commandId(), "commandId");
        WireChecks.present(answer.command(), "command");
        table(answer.table());
        time(answer.askedAt(), "askedAt");
        time(answer.at(), "at");
        WireChecks.present(answer.outcome(), "outcome");
        return new OperatorAnswer(
                answer.schema(),
                answer.commandId(),
                answer.command(),
                answer.table(),
                who(answer.who()),
                answer.askedAt(),
                answer.outcome(),
                OutsideText.several(WireChecks.present(answer.text(), "text"), LONGEST_TEXT),
                OutsideText.one(WireChecks.present(answer.writerId(), "writerId"), OperatorCommand.LONGEST_WHO),
                answer.at());
    }

    private static void expiry(OperatorCommand command, boolean needed) {
        Instant until = command.expiresAt();
        WireChecks.that(needed == (until != null), "expiresAt");
        if (until != null) {
            time(until, "expiresAt");
            Duration valid = Duration.between(command.at(), until);
            WireChecks.that(!valid.isNegative() && valid.compareTo(OperatorCommand.LONGEST_VALIDITY) <= 0, "expiresAt");
        }
    }

    private static String who(@Nullable String who) {
        String line = OutsideText.one(WireChecks.present(who, "who"), OperatorCommand.LONGEST_WHO);
        WireChecks.that(!line.isEmpty(), "who");
        return line;
    }

    private static void id(@Nullable String id, String field) {
        WireChecks.that(WireChecks.present(id, field).matches("[\\w.-]{1,100}"), field);
    }

    private static void table(OperatorCommand.@Nullable Subject table) {
        if (table != null) {
            identity(table.contentId(), "table.contentId");
            WireChecks.that(identity(table.reference(), "table.reference").indexOf('@') < 0, "table.reference");
            int length = WireChecks.present(table.key(), "table.key").elements().stream()
                    .mapToInt(element -> element.length() + 1)
                    .sum();
            WireChecks.that(length <= LONGEST_KEY, "table.key");
        }
    }

    private static String identity(@Nullable String text, String field) {
        String present = WireChecks.present(text, field);
        boolean plain = !present.isEmpty()
                && present.length() <= LONGEST_ID
                && OutsideText.one(present, LONGEST_ID).equals(present);
        WireChecks.that(plain, field);
        return present;
    }

    private static void time(@Nullable Instant time, String field) {
        Instant present = WireChecks.present(time, field);
        WireChecks.that(present.isAfter(EARLIEST) && present.isBefore(LATEST), field);
    }
}
