// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.prove.FeedProof;
import dev.nessiewatch.prove.Finding;
import dev.nessiewatch.prove.Proof;
import dev.nessiewatch.watch.CommitLog;
import dev.nessiewatch.watch.CommitLogException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Now and then holds what this process has published against Nessie's own difference: it reads the feed as any subscriber
 * does and trusts nothing that the tail remembers. Each transaction is looked at once, at most the newest 1,000 of a
 * reference in a turn, on a thread of its own. A difference is a fault of this program, and is said as an error.
 */
final class SelfAudit {
    private static final Logger LOG = Logger.getLogger(SelfAudit.class);
    private static final int MOST_SEQUENCES = 1000;
    private static final int MOST_LINES = 100;
    /** Topics as created here keep superseded records this long; what is looked at is younger than a period. */
    private static final Duration KEPT = Duration.ofHours(23);

    /** New commits that were not published for this long mean that the tail is behind. */
    private static final Duration LATE = Duration.ofMinutes(1);

    private final FeedProof proof;
    private final CommitLog log;
    private final Meters meters;
    private final Settings settings;
    private final Clocks clocks;
    private final Map<String, Long> done = new HashMap<>();
    private @Nullable Instant last;

    /**
     * What it is told.
     *
     * @param references branches
     * @param period time between two audits; zero for none
     * @param writerId name of this process in the records; only what it wrote itself is looked at
     */
    record Settings(List<String> references, Duration period, String writerId) {}

    SelfAudit(FeedProof proof, CommitLog log, Meters meters, Settings settings, Clocks clocks) {
        this.proof = proof;
        this.log = log;
        this.meters = meters;
        this.settings = settings;
        this.clocks = clocks;
    }

    /** Audits when it is time to, and nothing more urgent is behind. Not to be called again while it runs. */
    void turn() {
        Instant now = clocks.wall().instant();
        if (settings.period().isZero() || !isDue()) {
            return;
        }
        if (isBehind(now)) {
            return;
        }
        Proof found = proof.prove(new FeedProof.Request(
                settings.references(),
                MOST_SEQUENCES,
                done,
                settings.writerId(),
                now.minus(KEPT),
                now.minus(KEPT),
                false));
        if (found instanceof Proof.Done audited) {
            last = clocks.steady().instant();
            audited.references().forEach(this::report);
        } else {
            LOG.debugf("The feed was not audited now: %s", ((Proof.Unavailable) found).message());
        }
    }

    /** Whether the tail has other work, or a neighbour is away: commits come first. */
    private boolean isBehind(Instant now) {
        Optional<Map<String, FeedProof.End>> ends = proof.ends();
        if (ends.isEmpty()) {
            return true;
        }
        try {
            for (String reference : settings.references()) {
                FeedProof.End end = ends.get().get(reference);
                boolean late = end == null || Spell.isOver(end.at(), now, LATE);
                if (end == null
                        || end.underWay()
                        || (late && !log.head(reference).equals(end.hash()))) {
                    return true;
                }
            }
            return false;
        } catch (CommitLogException e) {
            return true;
        }
    }

    private boolean isDue() {
        Instant now = clocks.steady().instant();
        if (last == null) {
            last = now; // The first one has something to look at.
        }
        return Spell.isOver(last, now, settings.period());
    }

    private void report(Proof.Result result) {
        long mismatches = result.mismatches();
        meters.audited(result.reference(), result.judged(), mismatches);
        result.findings().stream()
                .filter(Finding::isMismatch)
                .limit(MOST_LINES)
                .forEach(finding -> LOG.errorf(
                        "The feed does not say what Nessie says: %s. nessiewatch prove shows all of it",
                        finding.line()));
        result.findings().stream()
                .filter(finding -> !finding.isMismatch())
                .limit(MOST_LINES)
                .forEach(finding -> LOG.infof("Not audited: %s", finding.line()));
        if (result.last() >= result.first()) {
            done.put(result.reference(), result.last());
            LOG.debugf(
                    "Audited %s up to sequence %d: %d transactions, %d mismatches",
                    result.reference(), result.last(), result.judged(), mismatches);
        }
    }
}
