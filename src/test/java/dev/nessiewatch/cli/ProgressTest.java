// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** A bar on a terminal, few plain lines elsewhere. */
class ProgressTest {
    private final StringWriter err = new StringWriter();

    @Test
    void drawsABarOverItselfAndTakesItAway() {
        Progress progress = new Progress(new PrintWriter(err), true);
        progress.end();
        assertThat(err.toString()).isEmpty();

        progress.show(0, 4, "tables read");
        progress.show(2, 4, "tables read");
        progress.end();

        assertThat(err.toString())
                .isEqualTo("\r[" + ".".repeat(40) + "] 0 of 4 tables read\r[" + "#".repeat(20) + ".".repeat(20)
                        + "] 2 of 4 tables read\r\u001b[K");
    }

    @Test
    void saysAtMostTenPlainLines() {
        Progress progress = new Progress(new PrintWriter(err), false);
        for (int done = 0; done <= 40_000; done += 64) {
            progress.show(done, 40_000, "tables read");
        }
        progress.show(40_000, 40_000, "tables read");
        progress.end();

        assertThat(err.toString().lines()).hasSize(10).last().isEqualTo("40,000 of 40,000 tables read");
        assertThat(err.toString()).doesNotContain("\r", "\u001b");
    }

    @Test
    void endsOnceForNothing() {
        new Progress(new PrintWriter(err), false).show(0, 0, "tables read");

        assertThat(err.toString().lines()).containsExactly("0 of 0 tables read");
    }
}
