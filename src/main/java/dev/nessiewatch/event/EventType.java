// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

/** The CloudEvents types of the feed: values of the header {@code ce_type}. */
public enum EventType {
    /** A measurement. */
    SNAPSHOT_COUNT("dev.nessiewatch.snapshot-count.v1"),
    /** A table left the watched set; a tombstone. */
    TABLE_LEFT("dev.nessiewatch.table.left.v1"),
    /** How far a reference has been published. */
    POSITION("dev.nessiewatch.position.v1"),
    /** A reference is no longer watched; its last position, which keeps the count of its transactions. */
    REFERENCE_LEFT("dev.nessiewatch.reference.left.v1"),
    /** The state of a table's order. */
    LEDGER("dev.nessiewatch.ledger.v1"),
    /** What an operator asks. */
    OPERATOR_COMMAND("dev.nessiewatch.operator.v1"),
    /** What came of it. */
    OPERATOR_ANSWER("dev.nessiewatch.operator-answer.v1");

    private final String text;

    EventType(String text) {
        this.text = text;
    }

    /** As written in the header. */
    public String text() {
        return text;
    }
}
