// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.OutsideText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that a Workflow is given: the contract with the WorkflowTemplate. Every value is a string of a narrow
 * alphabet. Argo substitutes {@code {{...}}} inside values again and the kubelet expands {@code $(NAME)}, so text from
 * outside is encoded, or refused when it holds anything that it should not hold.
 */
public final class WorkflowParameters {
    /** Stands for a value that the order does not have. */
    public static final String ABSENT = "-";

    private static final String NUMBER = "[0-9]{1,19}";
    private static final Map<String, Pattern> ALPHABETS = alphabets();

    /** Every parameter, in the order in which they are sent. */
    public static final List<String> NAMES = List.copyOf(ALPHABETS.keySet());

    private WorkflowParameters() {}

    /** The values for an order, by name, in the order of {@link #NAMES}; to be checked with {@link #problem}. */
    static Map<String, String> of(ExpiryOrder order) {
        DriverSize size = DriverSize.of(order.before());
        Map<String, String> values = new LinkedHashMap<>();
        values.put("mode", order.mode().text());
        values.put("order-id", order.id());
        values.put("reference", order.table().reference());
        values.put("content-id", order.table().contentId());
        values.put("uuid", order.uuid() == null ? ABSENT : order.uuid());
        values.put("table", JobArguments.encoded(order.key().elements()));
        values.put("table-id", tableId(order.table().contentId()));
        values.put("older-than-ms", Long.toString(order.cutoff().toEpochMilli()));
        values.put("retain-last", Integer.toString(order.retainLast()));
        values.put("predicted-removed", Integer.toString(order.predictedRemoved()));
        values.put("commit-before-ms", millis(order.commitBefore()));
        values.put("driver-memory", size.driverMemory());
        values.put("max-result-size", size.maxResultSize());
        values.put("pod-memory", size.podMemory());
        return values;
    }

    /** Why these values must not be sent; empty when they may. */
    static Optional<String> problem(Map<String, String> values) {
        return ALPHABETS.entrySet().stream()
                .filter(entry -> !entry.getValue()
                        .matcher(values.getOrDefault(entry.getKey(), ""))
                        .matches())
                .map(entry -> "the value of " + entry.getKey() + " is '"
                        + OutsideText.one(values.getOrDefault(entry.getKey(), ""), 80)
                        + "', which no such value looks like (" + entry.getValue()
                        + "); it was not sent, because Argo reads parameters as templates")
                .findFirst();
    }

    /** What a table is called in labels and locks: the beginning of a hash of its content id. */
    static String tableId(String contentId) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(contentId.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    private static String millis(@Nullable Instant instant) {
        return instant == null ? ABSENT : Long.toString(instant.toEpochMilli());
    }

    private static Map<String, Pattern> alphabets() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("mode", "expire|trim");
        texts.put("order-id", "[A-Za-z0-9][A-Za-z0-9-]{0,62}");
        texts.put("reference", "[A-Za-z0-9][A-Za-z0-9._/-]{0,511}");
        texts.put("content-id", "[A-Za-z0-9][A-Za-z0-9._-]{0,254}");
        texts.put("uuid", "-|[A-Za-z0-9][A-Za-z0-9-]{0,63}");
        // A key of 500 characters takes 3,000 bytes of JSON at most, a third more when encoded.
        texts.put("table", "[A-Za-z0-9_-]{1,8192}");
        texts.put("table-id", "[0-9a-f]{16}");
        texts.put("older-than-ms", NUMBER);
        texts.put("retain-last", NUMBER);
        texts.put("predicted-removed", NUMBER);
        texts.put("commit-before-ms", "-|" + NUMBER);
        texts.put("driver-memory", "[0-9]{1,3}g");
        texts.put("max-result-size", "[0-9]{1,3}g");
        texts.put("pod-memory", "[0-9]{1,3}Gi");
        Map<String, Pattern> patterns = new LinkedHashMap<>();
        texts.forEach((name, text) -> patterns.put(name, Pattern.compile(text)));
        return patterns;
    }
}
