// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class OutsideTextTest {
    private static final String HOSTILE = "\u001b[31mroot\r\n\u202e  \u0000end\u2028";

    @Test
    void oneLineHasOneBlankWhereSomethingCannotBeShown() {
        assertThat(OutsideText.one(HOSTILE, 80)).isEqualTo("[31mroot end");
        assertThat(OutsideText.one("lone \uD83D surrogate", 80)).isEqualTo("lone surrogate");
        assertThat(OutsideText.one("Größe 表 😀", 80)).isEqualTo("Größe 表 😀");
    }

    @Test
    void aCutIsSeenAndNeverGoesThroughACharacter() {
        assertThat(OutsideText.one("abcd", 4)).isEqualTo("abcd");
        assertThat(OutsideText.one("abcde", 4)).isEqualTo("abc…");
        assertThat(OutsideText.one("ab😀c", 4)).isEqualTo("ab…");
        assertThat(OutsideText.one("😀😀", 1)).isEqualTo("…");
        assertThat(OutsideText.one("abcd \u0000 ", 4)).isEqualTo("abcd");
    }

    @Test
    void nothingIsLeftOfWhatCannotBeShown() {
        assertThat(OutsideText.one("\u0000\n", 10)).isEmpty();
        assertThat(OutsideText.oneOrNone("\u0000\n", 10)).isNull();
        assertThat(OutsideText.oneOrNone(null, 10)).isNull();
        assertThat(OutsideText.oneOrNone(" a ", 10)).isEqualTo("a");
    }

    @Test
    void severalLinesKeepTheirFeedsAndBlanks() {
        assertThat(OutsideText.several("a  b\n\u001bc\rd\n", 80)).isEqualTo("a  b\n c d\n");
        assertThat(OutsideText.several("a\nbcd", 4)).isEqualTo("a\nb…");
    }

    @Test
    void anEscapedLineShowsWhatIsThere() {
        assertThat(OutsideText.escaped("a\n\u202eb\u2029", 80)).isEqualTo("a\\u000a\\u202eb\\u2029");
        assertThat(OutsideText.escaped("abcde", 3)).isEqualTo("abc…");
    }

    @Test
    void forAnyTextOneLineIsBoundedPrintableAndStaysAsItIsWhenCleanedAgain() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 5000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(40), 0, 0x3100)
                    .forEach(c -> text.append((char) (c < 0x3000 ? c / 8 : 0xD700 + c % 0x900)));
            int longest = 1 + random.nextInt(30);
            String line = OutsideText.one(text.toString(), longest);

            assertThat(line.length()).as("seed %d", seed).isLessThanOrEqualTo(longest);
            assertThat(line.codePoints().allMatch(OutsideText::isPrintable))
                    .as("seed %d: %s", seed, line)
                    .isTrue();
            assertThat(OutsideText.one(line, longest)).as("seed %d", seed).isEqualTo(line);
        }
    }
}
