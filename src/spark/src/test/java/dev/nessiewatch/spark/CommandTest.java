// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommandTest {
    private static final String[] COMPLETE = {
        "--mode", "expire",
        "--order-id", "17",
        "--reference", "main",
        "--content-id", "c-1",
        "--uuid", "u-1",
        "--table", base64("[\"ns\",\"t\"]"),
        "--older-than-ms", "1000",
        "--retain-last", "2",
        "--predicted-removed", "3",
        "--catalog", "uri=http://127.0.0.1:1/api/v2",
        "--catalog", "warehouse=file:///w?a=b"
    };

    @Test
    void readsACompleteOrder() throws UsageException {
        Command command = Command.parse(COMPLETE, null);

        assertThat(command.order())
                .isEqualTo(new Order(
                        Mode.EXPIRE, "17", "main", new TableKey(List.of("ns", "t")), "c-1", "u-1", 1000, 2, 3, null));
        assertThat(command.catalog().properties()).containsEntry("warehouse", "file:///w?a=b");
    }

    @Test
    void readsTheOptionalParts() throws UsageException {
        String[] arguments = with(with(with(COMPLETE, "--uuid", "-"), "--mode", "trim"), "--commit-before-ms", "99");

        Order order = Command.parse(arguments, null).order();

        assertThat(order.uuid()).isNull();
        assertThat(order.mode()).isEqualTo(Mode.TRIM);
        assertThat(order.commitBeforeMs()).isEqualTo(99L);
    }

    @Test
    void aDashIsNoTimeLimit() throws UsageException {
        assertThat(Command.parse(with(COMPLETE, "--commit-before-ms", "-"), null)
                        .order()
                        .commitBeforeMs())
                .isNull();
    }

    @Test
    void refusesWhateverItDoesNotKnow() {
        assertFault(with(COMPLETE, "--fast", "yes"), null, "unknown argument --fast");
        assertFault(with(COMPLETE, "--s3.secret-access-key=hush", "x"), null, "write the value as the next argument");
        assertFault(new String[] {"expire"}, null, "no name before it");
        assertFault(with(COMPLETE, "--mode", "vacuum"), null, "--mode must be expire or trim");
    }

    @Test
    void refusesWhatIsMissingOrTwice() {
        assertFault(new String[0], null, "is missing");
        assertFault(without("--content-id"), null, "--content-id is missing");
        assertFault(Arrays.copyOf(COMPLETE, 1), null, "--mode needs a value");
        assertFault(concat(COMPLETE, "--mode", "trim"), null, "--mode is given twice");
        assertFault(Arrays.copyOf(COMPLETE, COMPLETE.length - 2), null, "catalog property warehouse is missing");
    }

    @Test
    void refusesNumbersOutOfRange() {
        assertFault(with(COMPLETE, "--retain-last", "0"), null, "--retain-last must be a whole number from 1");
        assertFault(with(COMPLETE, "--predicted-removed", "-1"), null, "--predicted-removed must be");
        assertFault(with(COMPLETE, "--older-than-ms", "now"), null, "--older-than-ms must be");
        assertFault(with(COMPLETE, "--retain-last", "3000000000"), null, "--retain-last must be");
    }

    @Test
    void refusesATableThatIsNotAKey() {
        for (String json : List.of("{}", "{\"a\":\"b\"}", "\"t\"", "[]", "[\"\"]", "[1]", "[null]", "[\"t\"", "")) {
            assertFault(with(COMPLETE, "--table", base64(json)), null, "--table");
        }
        assertFault(with(COMPLETE, "--table", "ns.t"), null, "--table");
    }

    @Test
    void theEnvironmentWinsOverTheCommandLine() throws UsageException {
        Command command = Command.parse(COMPLETE, "{\"uri\":\"http://other/api/v2\",\"s3.path-style-access\":true}");

        assertThat(command.catalog().properties())
                .containsEntry("uri", "http://other/api/v2")
                .containsEntry("s3.path-style-access", "true")
                .containsEntry("warehouse", "file:///w?a=b");
    }

    @Test
    void neverShowsAValueOfTheCatalog() throws UsageException {
        assertFault(COMPLETE, "{\"s3.secret-access-key\":\"hush", "NESSIEWATCH_CATALOG is not a JSON object");
        assertFault(COMPLETE, "[\"hush\"]", "NESSIEWATCH_CATALOG is not a JSON object");
        assertFault(COMPLETE, "{\"token\":{\"hush\":1}}", "the value of token is not a string");
        assertFault(with(COMPLETE, "--catalog", "=hush"), null, "--catalog needs key=value");

        assertThat(Command.parse(COMPLETE, "{\"token\":\"hush\"}").toString())
                .contains("token")
                .doesNotContain("hush");
    }

    @Test
    void signsInTheNameOfTheOrderWhateverTheCatalogSays() throws UsageException {
        Command command = Command.parse(
                COMPLETE, "{\"ref\":\"dev\",\"ref.hash\":\"00\",\"app-id\":\"other\",\"user\":\"someone\"}");

        assertThat(command.catalog().signedFor(command.order()))
                .containsAllEntriesOf(Map.of("ref", "main", "app-id", "nessiewatch/17", "user", "nessiewatch"))
                .doesNotContainKey("ref.hash");
    }

    private static void assertFault(String[] arguments, @Nullable String environment, String fault) {
        assertThatThrownBy(() -> Command.parse(arguments, environment))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(fault)
                .message()
                .doesNotContain("hush");
    }

    /** The arguments with another value for one of them, or with one more. */
    private static String[] with(String[] arguments, String name, String value) {
        String[] changed = arguments.clone();
        for (int i = 0; i < changed.length; i += 2) {
            if (changed[i].equals(name)) {
                changed[i + 1] = value;
                return changed;
            }
        }
        return concat(arguments, name, value);
    }

    private static String[] without(String name) {
        List<String> left = new ArrayList<>(List.of(COMPLETE));
        int at = left.indexOf(name);
        left.subList(at, at + 2).clear();
        return left.toArray(String[]::new);
    }

    private static String[] concat(String[] arguments, String... more) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static String base64(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
