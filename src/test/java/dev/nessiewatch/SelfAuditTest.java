// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.prove.FeedProof;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.NessieCommitLog;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The audit that the tail makes of itself, on real parts, with a clock that is moved by hand. */
@Timeout(180)
class SelfAuditTest extends ProofParts {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MovedClock clock = new MovedClock();

    @Test
    void findsNothingWhereNothingIsAndLooksAtEachTransactionOnce() throws Exception {
        CommitToEvent tail = tail(EXCLUDES, 500);
        put("a", 1);
        tail.turn();
        put("a", 2);
        tail.turn();
        SelfAudit audit = audit(Duration.ofHours(1));
        audit.turn();
        assertThat(count("sequences")).isZero();
        clock.ahead = clock.ahead.plus(Duration.ofHours(1));
        audit.turn();
        assertThat(count("sequences")).isEqualTo(2);
        clock.ahead = clock.ahead.plus(Duration.ofHours(1));
        audit.turn();
        assertThat(count("sequences")).isEqualTo(2);
        put("a", 3);
        tail.turn();
        clock.ahead = clock.ahead.plus(Duration.ofHours(1));
        audit.turn();
        assertThat(count("sequences")).isEqualTo(3);
        assertThat(count("mismatch")).isZero();
    }

    @Test
    void countsWhatWasLost() throws Exception {
        put("a", 1);
        tail(EXCLUDES, 500).turn();
        put("a", 2);
        send("positions", branch, position(2, head(), writerId));
        SelfAudit audit = audit(Duration.ofHours(1));
        audit.turn();
        clock.ahead = clock.ahead.plus(Duration.ofHours(1));
        audit.turn();
        assertThat(count("mismatch")).isEqualTo(1);
    }

    @Test
    void leavesOthersRecordsAndWaitsWhileCommitsAreUnpublished() throws Exception {
        put("a", 1);
        tail(EXCLUDES, 500).turn();
        put("a", 2);
        SelfAudit audit = audit(Duration.ofHours(1));
        audit.turn();
        clock.ahead = clock.ahead.plus(Duration.ofHours(1));
        audit.turn();
        assertThat(count("sequences")).isZero();
        tail(EXCLUDES, 500).turn();
        audit.turn();
        assertThat(count("sequences")).isZero();
    }

    @Test
    void isOffWithoutAPeriod() throws Exception {
        put("a", 1);
        tail(EXCLUDES, 500).turn();
        SelfAudit audit = audit(Duration.ZERO);
        audit.turn();
        clock.ahead = clock.ahead.plus(Duration.ofHours(1));
        audit.turn();
        assertThat(count("sequences")).isZero();
    }

    private SelfAudit audit(Duration period) {
        Map<String, Object> settings = Map.of("bootstrap.servers", kafka.bootstrapServers());
        NessieCommitLog log = new NessieCommitLog(nessie.uri(), Map.of());
        open.add(log);
        FeedProof proof = new FeedProof(
                new FeedProof.Feed(
                        new TopicReader(settings),
                        Topic.POSITIONS.name(prefix),
                        Topic.SNAPSHOT_COUNTS.name(prefix),
                        Duration.ofSeconds(60)),
                new FeedProof.Nessie(log, log, new Excludes(EXCLUDES), 10));
        return new SelfAudit(
                proof,
                log,
                new Meters(registry),
                new SelfAudit.Settings(List.of(branch), period, writerId),
                new Clocks(clock, clock));
    }

    private double count(String what) {
        var counter = registry.find("nessiewatch.feed.audit." + what).counter();
        return counter == null ? 0 : counter.count();
    }

    private static final class MovedClock extends Clock {
        private Duration ahead = Duration.ZERO;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Clock.systemUTC().instant().plus(ahead);
        }
    }
}
