// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.TableId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The name of an order's run: prefix, a readable part, and a hash of the order id. At most 63 characters of lower-case
 * letters, digits and dashes, so that it serves as a Kubernetes name and label, and as a folder. One order, one name.
 */
public final class RunName {
    private static final String PREFIX = "nessiewatch-";
    private static final int LONGEST = 63;
    private static final int HASH = 16;

    private RunName() {}

    public static String of(ExpiryOrder order) {
        int room = LONGEST - PREFIX.length() - HASH - 1;
        String readable = order.key().last().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        readable = readable.substring(0, Math.min(room, readable.length())).replaceAll("^-+|-+$", "");
        String middle = readable.isEmpty() ? "" : readable + "-";
        return PREFIX + middle + hash(order.id() + "/" + order.table().text());
    }

    /** Whether a name is the one of an order, whatever its readable part says. */
    static boolean belongsTo(String run, String orderId, TableId table) {
        return run.startsWith(PREFIX) && run.endsWith("-" + hash(orderId + "/" + table.text()));
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
