// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.decide.Policy;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds for any recording and any policy. A failure names the seed; set it as the first one to repeat it. */
class BacktestPropertiesTest {
    private static final int CASES = 60;
    private static final long FIRST_SEED = Long.getLong("seed", 20_261_203);

    @Test
    void targetedRunsNeverMakeAListLongerAndNeverGoUnderTheFloor() {
        int runs = 0;
        for (int i = 0; i < CASES; i++) {
            long seed = FIRST_SEED + i;
            Random random = new Random(seed);
            Recording recording = Recordings.of(Recordings.random(random));
            Result result = new Backtest(policy(random), Duration.ofMinutes(random.nextInt(30))).replay(recording);

            String name = "seed " + seed;
            assertThat(result.targeted().peak().snapshots())
                    .as(name)
                    .isLessThanOrEqualTo(result.weeklyOnly().peak().snapshots());
            assertThat(result.targeted().overLimit())
                    .as(name)
                    .isLessThanOrEqualTo(result.weeklyOnly().overLimit());
            assertThat(result.runs()).as(name).allSatisfy(run -> {
                assertThat(run.left()).isGreaterThanOrEqualTo(Math.max(1, run.floor()));
                assertThat(run.tooLate() && run.removed() > 0).isFalse();
            });
            assertThat(result.targeted().points()).as(name).allMatch(point -> point.snapshots() > 0);
            assertThat(total(result)).as(name).isLessThanOrEqualTo(recording.toMs() - recording.fromMs());
            runs += result.runs().size();
        }
        assertThat(runs).as("targeted runs in all cases").isGreaterThan(CASES);
    }

    @Test
    void theSameRecordingGivesTheSameResult() {
        for (int i = 0; i < 20; i++) {
            long seed = FIRST_SEED + i;
            String text = Recordings.random(new Random(seed));
            Policy policy = policy(new Random(seed));
            Result one = new Backtest(policy, Duration.ofMinutes(5)).replay(Recordings.of(text));
            Result two = new Backtest(policy, Duration.ofMinutes(5)).replay(Recordings.of(text));

            assertThat(one.weeklyOnly()).as("seed " + seed).isEqualTo(two.weeklyOnly());
            assertThat(one.targeted()).as("seed " + seed).isEqualTo(two.targeted());
            assertThat(one.runs()).as("seed " + seed).isEqualTo(two.runs());
            assertThat(one.holds()).as("seed " + seed).isEqualTo(two.holds());
        }
    }

    private static long total(Result result) {
        return result.holds().values().stream().mapToLong(Duration::toMillis).sum();
    }

    private static Policy policy(Random random) {
        int retention = 1 + random.nextInt(7);
        return Recordings.policy(
                "limit.snapshots", Integer.toString(10 + random.nextInt(200)),
                "retention", retention + "d",
                "minimum-benefit", Integer.toString(1 + random.nextInt(40)),
                "max-removed", Integer.toString(40 + random.nextInt(200)),
                "retain-last", Integer.toString(1 + random.nextInt(5)),
                "cool-down", random.nextInt(5) + "h");
    }
}
