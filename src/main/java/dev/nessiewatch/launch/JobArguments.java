// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.confirm.ExpiryOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The command line of the Spark job for one order. A table's name travels as base64url of a JSON array: it is data, and no
 * shell, template or parser can read it as anything else.
 */
public final class JobArguments {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JobArguments() {}

    public static List<String> of(ExpiryOrder order) {
        List<String> arguments = new ArrayList<>(List.of(
                "--mode", order.mode().text(),
                "--order-id", order.id(),
                "--reference", order.table().reference(),
                "--content-id", order.table().contentId(),
                "--uuid", order.uuid() == null ? "-" : order.uuid(),
                "--table", encoded(order.key().elements()),
                "--older-than-ms", Long.toString(order.cutoff().toEpochMilli()),
                "--retain-last", Integer.toString(order.retainLast()),
                "--predicted-removed", Integer.toString(order.predictedRemoved())));
        if (order.commitBefore() != null) {
            arguments.addAll(List.of(
                    "--commit-before-ms", Long.toString(order.commitBefore().toEpochMilli())));
        }
        return arguments;
    }

    /** The elements of a key as base64url, without padding, of a JSON array. */
    static String encoded(List<String> elements) {
        try {
            byte[] json = JSON.writeValueAsString(elements).getBytes(StandardCharsets.UTF_8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A list of strings is always JSON", e);
        }
    }
}
