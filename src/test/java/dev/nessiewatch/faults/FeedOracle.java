// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import dev.nessiewatch.faults.Finding.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds a feed against Nessie. For each reference the sequences must count up by one without gap and without repeat, each
 * must begin where the one before ended, and the records of each must be exactly what Nessie's diff between its two commits
 * shows of the watched tables. At the end, what the records add up to must be what is there at HEAD.
 *
 * <p>Nothing is forgiven: records are never deduplicated or sorted first. Three things that look odd are correct. A position
 * repeated with the same sequence is a heartbeat. Several sequences with the same {@code target} are one comparison in
 * chunks, and are held against the diff together. A record from a commit to itself is a table that could not be read before
 * and can be now, or the other way round; it must say something else than the record before.
 */
final class FeedOracle {
    private final Truth truth;
    private final Watching watching;

    FeedOracle(Truth truth, Watching watching) {
        this.truth = truth;
        this.watching = watching;
    }

    /**
     * What an examination came to.
     *
     * @param sequences committed transactions that were examined
     * @param records table records among them
     * @param findings broken promises; empty when all is well
     */
    record Report(int sequences, int records, List<Finding> findings) {
        long count(Fault fault) {
            return findings.stream().filter(finding -> finding.fault() == fault).count();
        }

        @Override
        public String toString() {
            return sequences + " sequences, " + records + " records: missing " + count(Fault.MISSING) + ", doubled "
                    + count(Fault.DOUBLED) + ", out of order " + count(Fault.OUT_OF_ORDER) + ", wrong "
                    + count(Fault.WRONG);
        }
    }

    /**
     * Examines a feed.
     *
     * @param heads commit at which each reference stands now; a reference that is not in it must have been forgotten
     */
    Report examine(Feed feed, Map<String, String> heads) {
        List<Finding> findings = new ArrayList<>();
        order(feed, findings);
        int sequences = 0;
        for (String reference : feed.references()) {
            ReferenceTrail trail = new ReferenceTrail(reference, truth, watching, findings);
            sequences += trail.follow(feed);
            trail.endsAt(heads.get(reference));
        }
        for (String reference : heads.keySet()) {
            if (!feed.references().contains(reference)) {
                findings.add(new Finding(Fault.MISSING, "Nothing was ever said about " + reference));
            }
        }
        return new Report(sequences, feed.tables().size(), List.copyOf(findings));
    }

    /** Within a partition, the records of a reference never go back. */
    private static void order(Feed feed, List<Finding> findings) {
        Map<String, Long> highest = new HashMap<>();
        for (Feed.OfTable record : feed.tables()) {
            String lane = record.place().partition() + "/" + record.reference();
            long before = highest.getOrDefault(lane, 0L);
            long now = record.covered().sequence();
            if (now < before) {
                findings.add(new Finding(Fault.OUT_OF_ORDER, record + " stands after sequence " + before));
            }
            highest.put(lane, Math.max(now, before));
        }
    }
}
