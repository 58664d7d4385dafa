// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How long it took from a commit to its event. */
final class Delays {
    private final List<Long> milliseconds = new ArrayList<>();

    /** Takes one event in, when the log showed the server's time of the commit. */
    void accept(Instant eventAt, JsonNode count) {
        JsonNode commitAt = count.path("commits").path("newestCommitAt");
        if (commitAt.isTextual()) {
            Duration delay = Duration.between(Instant.parse(commitAt.asText()), eventAt);
            milliseconds.add(delay.toMillis());
        }
    }

    int count() {
        return milliseconds.size();
    }

    /** The delay in milliseconds that this share of all events did not exceed; null when there was none. */
    Long percentile(int percent) {
        if (milliseconds.isEmpty()) {
            return null;
        }
        List<Long> sorted = new ArrayList<>(milliseconds);
        Collections.sort(sorted);
        int rank = (int) Math.ceil(percent / 100.0 * sorted.size());
        return sorted.get(Math.max(0, rank - 1));
    }
}
