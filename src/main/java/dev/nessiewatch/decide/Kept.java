// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Background;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the table's own properties keep beyond the policy, in words. */
final class Kept {
    private Kept() {}

    /** A clause in brackets; empty when the policy keeps at least as much. */
    static String words(Weighing weighing) {
        Background.Kept kept = weighing.forecast.background().kept();
        Need need = weighing.need;
        List<String> reasons = new ArrayList<>();
        Duration age = kept.maxSnapshotAge();
        if (age != null && age.equals(need.retention()) && age.compareTo(weighing.rule.retention()) > 0) {
            reasons.add("the table's own history.expire.max-snapshot-age-ms, longer than the policy's "
                    + Words.duration(weighing.rule.retention()));
        }
        if (kept.minSnapshots() > weighing.rule.retainLast()) {
            reasons.add("its history.expire.min-snapshots-to-keep keeps " + Words.number(kept.minSnapshots()));
        }
        return reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")";
    }
}
