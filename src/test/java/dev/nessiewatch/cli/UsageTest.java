// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands say to wrong arguments, and to a broker that is not there: one line. */
class UsageTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            why t --srever x               | Unknown options: '--srever', 'x'; see nessiewatch why --help
            inspect --property x f.json    | option '--property' (KEY=VALUE)
            inspect                        | Missing required parameter: 'LOCATION'; see nessiewatch inspect --help
            expire-all                     | 'expire-all'
            pause --wait soon              | 'soon' is no age
            launch t --wait 25h            | --wait must be 1s to 24h, or --no-wait; see nessiewatch launch --help
            pause --wait 0s                | --wait must be 1s to 24h, or --no-wait; see nessiewatch pause --help
            pause --kafka-property security.protcol=SSL | Kafka's clients have no setting 'security.protcol'; did you mean security.protocol; see nessiewatch pause --help
            prove --timeout 400000d        | see nessiewatch prove --help
            prove --timeout 1000d          | --timeout must be 1s to 24h; see nessiewatch prove --help
            """)
    void aWrongArgumentIsOneLineThatTellsWhereToReadOn(String arguments, String said) {
        assertThat(execute(arguments.split(" "))).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains(said)
                .endsWith("--help")
                .doesNotContain("option option");
    }

    @Test
    void wordsThatAreTooLongToBeSentAreRefusedAndNotCut() {
        assertThat(execute("pause", "--reason", "r".repeat(501))).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "--reason has 501 characters; give 500 at most; see nessiewatch pause --help");
        err.getBuffer().setLength(0);
        assertThat(execute("launch", "t", "--who", "w".repeat(201))).isEqualTo(2);
        assertThat(err.toString()).startsWith("--who has 201 characters; give 200 at most");
    }

    /** Nothing listens on this port. */
    @ParameterizedTest
    @Timeout(60)
    @ValueSource(
            strings = {
                "why t --wait 1s",
                "pause --wait 1s",
                "resume t --wait 1s",
                "launch t --wait 1s",
                "prove --timeout 1s",
                "undo 1-x"
            })
    void aBrokerThatIsAwayIsSaidSoonAndInOneLine(String arguments) {
        assertThat(execute((arguments + " --bootstrap-servers 127.0.0.1:9").split(" ")))
                .isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .matches(
                        "(nessiewatch undo: )?No Kafka broker answers at 127.0.0.1:9 within \\d+ s; check that one runs"
                                + " there, --bootstrap-servers, and --kafka-property security.protocol");
    }

    @Test
    @Timeout(60)
    void aBrokerWhoseNameNobodyKnowsIsOneLine() {
        assertThat(execute("pause", "--bootstrap-servers", "kafka.invalid:9092"))
                .isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("kafka.invalid:9092", "--bootstrap-servers")
                .doesNotContain("Exception");
    }

    private int execute(String... words) {
        return Main.line(new PrintWriter(out, true), new PrintWriter(err, true)).execute(words);
    }
}
