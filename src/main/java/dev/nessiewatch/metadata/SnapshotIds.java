// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ids of one file as 64-bit numbers. An id that is not one (a larger number, a fraction, a string) gets a stand-in at
 * the far negative end, the same for the same text, so that chains still hold together; each is remembered as odd.
 */
final class SnapshotIds {
    private static final int MOST_ODD = 100_000;
    private static final long STAND_INS_BELOW = Long.MIN_VALUE + MOST_ODD + 1;

    private final Map<String, Long> standIns = new HashMap<>();
    private boolean odd;

    /** Whether an id did not fit. */
    boolean odd() {
        return odd;
    }

    /**
     * The id under the parser; {@link SnapshotHistory#NONE} for -1; null when the value cannot be an id at all.
     *
     * @throws MetadataAccessException when the file holds too many odd ids
     */
    @Nullable
    Long read(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NUMBER_INT && fits(parser)) {
            long id = parser.getLongValue();
            return id >= STAND_INS_BELOW ? Long.valueOf(id) : standIn(Long.toString(id));
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            odd = true;
            return standIn(parser.getText());
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            odd = true;
            return whole(parser.getText());
        }
        if (token == JsonToken.VALUE_STRING) {
            odd = true;
            return standIn('"' + DecodedText.unescape(parser.getText()));
        }
        return null;
    }

    static boolean fits(JsonParser parser) throws IOException {
        return parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    /** A fraction such as 5.0 or 5e0 is the number it stands for, where that is whole and fits. */
    private @Nullable Long whole(String text) throws MetadataAccessException {
        BigDecimal number;
        try {
            number = new BigDecimal(text);
        } catch (NumberFormatException e) {
            // JSON allows any exponent; no reader does.
            return null;
        }
        if (number.signum() == 0) {
            return 0L;
        }
        if ((long) number.precision() - number.scale() > 19
                || number.stripTrailingZeros().scale() > 0) {
            return standIn(text);
        }
        try {
            long id = number.longValueExact();
            return id >= STAND_INS_BELOW ? Long.valueOf(id) : standIn(Long.toString(id));
        } catch (ArithmeticException e) {
            return standIn(text);
        }
    }

    private Long standIn(String text) throws MetadataAccessException {
        Long known = standIns.get(text);
        if (known != null) {
            return known;
        }
        if (standIns.size() >= MOST_ODD) {
            throw new MetadataAccessException(
                    Kind.MALFORMED,
                    "more than " + MOST_ODD + " ids that are no 64-bit numbers; no reader takes this file");
        }
        long id = Long.MIN_VALUE + standIns.size();
        standIns.put(text, id);
        return id;
    }
}
