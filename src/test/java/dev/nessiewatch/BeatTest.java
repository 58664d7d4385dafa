// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class BeatTest {
    private static final Duration PERIOD = Duration.ofMillis(1);

    /** Each turn takes many periods. */
    @Test
    void aTurnThatOutlastsItsPeriodIsNeverTakenTwiceAtOnceNorMadeUpFor() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch turns = new CountDownLatch(20);
        try (Beat beat = Beat.start("test", PERIOD, () -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            LockSupport.parkNanos(PERIOD.toNanos() * 5);
            inside.decrementAndGet();
            turns.countDown();
        })) {
            assertThat(turns.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(most).hasValue(1);
        }
    }

    @Test
    void theFirstTurnComesAtOnce() throws Exception {
        CountDownLatch turned = new CountDownLatch(1);
        try (Beat beat = Beat.start("test", Duration.ofDays(1), turned::countDown)) {
            assertThat(turned.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void itsEndInterruptsTheTurnThatIsUnderWay() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        try (Beat beat = Beat.start("test", PERIOD, () -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            over.countDown();
        })) {
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            beat.close();
            assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(interrupted).isTrue();
        }
    }
}
