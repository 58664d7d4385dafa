// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.lake;

/**
 * What makes a table the same table: its Nessie content id on one reference. A rename keeps it; drop and create under
 * the old name does not. Its text form is the key of every Kafka record about the table.
 *
 * @param contentId Nessie's content id
 * @param reference name of the branch; holds no {@code @}
 */
public record TableId(String contentId, String reference) {
    /** {@code <content id>@<reference>}. */
    public String text() {
        return contentId + "@" + reference;
    }

    /**
     * Reads the text form back.
     *
     * @throws IllegalArgumentException when the text holds no {@code @}
     */
    public static TableId parse(String text) {
        int at = text.lastIndexOf('@');
        if (at < 1 || at == text.length() - 1) {
            throw new IllegalArgumentException("Not <content id>@<reference>: '" + text + "'");
        }
        return new TableId(text.substring(0, at), text.substring(at + 1));
    }

    @Override
    public String toString() {
        return text();
    }
}
