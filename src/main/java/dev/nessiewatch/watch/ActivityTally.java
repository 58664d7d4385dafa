// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.OutsideText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the commits that touched one table; adds up to an {@link Activity}. */
final class ActivityTally {
    private static final int NAMES = 16;
    private static final int NAME_LENGTH = 200;
    private static final String OTHERS = "(others)";
    private static final String NONE = "(none)";
    /** Who is said to have made a signed commit, whatever account it ran under: it is maintenance, and no growth. */
    private static final String OWN = "nessiewatch";

    private final Map<String, Integer> writers = new LinkedHashMap<>();
    private final Map<String, Integer> applications = new LinkedHashMap<>();
    private final Map<String, Integer> operations = new LinkedHashMap<>();
    private final List<String> signatures = new ArrayList<>();
    private int commits;
    private @Nullable Instant newest;

    /** Counts one commit; commits come oldest first. */
    void add(Commit commit) {
        Commit.Meta meta = commit.meta();
        commits++;
        if (meta.at() != null && (newest == null || meta.at().isAfter(newest))) {
            newest = meta.at();
        }
        String signature = signature(meta);
        count(applications, meta.isMaintenance() ? OWN : meta.applicationType());
        if (meta.isMaintenance()) {
            count(writers, OWN);
        } else if (meta.authors().isEmpty()) {
            count(writers, null);
        } else {
            meta.authors().stream().distinct().forEach(author -> count(writers, author));
        }
        count(operations, meta.operation());
        if (signature != null) {
            sign(signature, commit.hash());
        }
    }

    Activity activity() {
        return new Activity(
                commits,
                newest,
                Map.copyOf(writers),
                Map.copyOf(applications),
                Map.copyOf(operations),
                List.copyOf(signatures));
    }

    private static @Nullable String signature(Commit.Meta meta) {
        String undone = meta.undoneOrderId();
        return undone == null ? meta.orderId() : Activity.UNDO + undone;
    }

    private void sign(String signature, @Nullable String hash) {
        if (signatures.size() == NAMES) {
            signatures.remove(0);
        }
        signatures.add(OutsideText.one(signature, NAME_LENGTH) + "@" + hash);
    }

    private static void count(Map<String, Integer> counts, @Nullable String raw) {
        String name = raw == null ? "" : OutsideText.one(raw, NAME_LENGTH);
        if (name.isEmpty()) {
            name = NONE;
        }
        boolean full = counts.size() >= NAMES && !counts.containsKey(name);
        counts.merge(full ? OTHERS : name, 1, Integer::sum);
    }
}
