// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nessiewatch.testing.MetadataFile;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CensusReadsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** A store that hangs on demand: some locations until released, some deaf to interruption. */
    private static final class Store implements MetadataSource {
        final CountDownLatch release = new CountDownLatch(1);
        final AtomicInteger open = new AtomicInteger();
        final AtomicInteger mostOpen = new AtomicInteger();
        final Map<String, Integer> opened = new ConcurrentHashMap<>();

        @Override
        public InputStream open(String location) throws MetadataAccessException {
            opened.merge(location, 1, Integer::sum);
            mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
            try {
                if (location.startsWith("deaf")) {
                    waitWhateverComes();
                } else if (location.startsWith("slow")) {
                    waitPolitely();
                } else if (location.startsWith("missing")) {
                    throw new MetadataAccessException(CensusOutcome.Kind.MISSING, "no such file");
                }
                int snapshots = Integer.parseInt(location.replaceAll("\\D", ""));
                MetadataFile file = MetadataFile.of("u").replaces(snapshots, Instant.EPOCH, Duration.ofSeconds(1));
                return new ByteArrayInputStream(file.json().getBytes(StandardCharsets.UTF_8));
            } finally {
                open.decrementAndGet();
            }
        }

        private void waitPolitely() throws MetadataAccessException {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new MetadataAccessException(CensusOutcome.Kind.UNAVAILABLE, "interrupted");
            }
        }

        private void waitWhateverComes() {
            while (true) {
                try {
                    release.await();
                    return;
                } catch (InterruptedException deaf) {
                    continue;
                }
            }
        }
    }

    private final Store store = new Store();

    @AfterEach
    void letGo() {
        store.release.countDown();
    }

    @Test
    void outcomesComeInTheOrderOfTheRequests() throws InterruptedException {
        AtomicInteger told = new AtomicInteger();
        try (CensusReads reads = reads(4, LONG)) {
            List<CensusReads.Request> requests =
                    IntStream.range(0, 100).mapToObj(i -> request("t" + i)).toList();

            List<CensusOutcome> outcomes = reads.readAll(requests, told::incrementAndGet);

            assertThat(outcomes.stream().map(CensusReadsTest::snapshots))
                    .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
            assertThat(told).hasValue(100);
            assertThat(reads.readAll(List.of())).isEmpty();
        }
    }

    @Test
    void noMoreThanSoManyFilesAreOpenAtOnce() throws InterruptedException {
        try (CensusReads reads = reads(3, LONG)) {
            reads.readAll(
                    IntStream.range(0, 200).mapToObj(i -> request("t" + i)).toList());
        }

        assertThat(store.mostOpen.get()).isBetween(1, 3);
    }

    @Test
    void aSlowFileIsUnavailableAndTheOthersAreUnharmed() throws InterruptedException {
        try (CensusReads reads = reads(2, Duration.ofMillis(300))) {
            List<CensusOutcome> outcomes = reads.readAll(
                    List.of(request("t1"), request("slow2"), request("missing3"), request("t4"), request("t5")));

            assertThat(snapshots(outcomes.get(0))).isEqualTo(1);
            assertThat(outcomes.get(1)).isInstanceOfSatisfying(CensusOutcome.Unreadable.class, slow -> {
                assertThat(slow.kind()).isEqualTo(CensusOutcome.Kind.UNAVAILABLE);
                assertThat(slow.location()).isEqualTo("slow2");
            });
            assertThat(((CensusOutcome.Unreadable) outcomes.get(2)).kind()).isEqualTo(CensusOutcome.Kind.MISSING);
            assertThat(snapshots(outcomes.get(3))).isEqualTo(4);
            assertThat(snapshots(outcomes.get(4))).isEqualTo(5);
        }
    }

    @Test
    void readsThatNeverEndDoNotKeepTheirPlaces() throws InterruptedException {
        try (CensusReads reads = reads(2, Duration.ofMillis(100))) {
            List<CensusReads.Request> requests = new ArrayList<>();
            IntStream.range(0, 6).forEach(i -> requests.add(request("deaf" + i)));
            requests.add(request("t7"));

            List<CensusOutcome> outcomes = reads.readAll(requests);

            assertThat(outcomes.subList(0, 6)).allMatch(CensusOutcome.Unreadable.class::isInstance);
            assertThat(snapshots(outcomes.get(6))).isEqualTo(7);
            assertThat(((CensusOutcome.Unreadable) outcomes.get(0)).message())
                    .contains("deaf0")
                    .contains("nessiewatch.metadata.deadline");
        }
    }

    @Test
    void aStoreThatHangsForEverDoesNotUseUpAllThreads() throws InterruptedException {
        try (CensusReads reads = reads(50, Duration.ofMillis(50))) {
            List<CensusOutcome> outcomes = reads.readAll(
                    IntStream.range(0, 500).mapToObj(i -> request("deaf" + i)).toList());

            assertThat(outcomes).hasSize(500).allMatch(CensusOutcome.Unreadable.class::isInstance);
            assertThat(store.opened.size()).isLessThanOrEqualTo(CensusReads.MOST_HANGING + 50);
            assertThat(((CensusOutcome.Unreadable) outcomes.get(499)).message()).contains("earlier reads still hang");
        }
    }

    @Test
    void interruptionEndsTheReads() throws InterruptedException {
        try (CensusReads reads = reads(2, LONG)) {
            assertThat(endOf(reads, Thread::interrupt)).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void closingEndsTheReadsAndBlamesNoTable() throws InterruptedException {
        CensusReads reads = reads(2, LONG);

        assertThat(endOf(reads, reader -> reads.close())).isInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> reads.readAll(List.of(request("t1")))).isInstanceOf(InterruptedException.class);
    }

    private @Nullable Throwable endOf(CensusReads reads, java.util.function.Consumer<Thread> end)
            throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread reader = new Thread(() -> {
            try {
                reads.readAll(List.of(request("slow1"), request("slow2"), request("slow3")));
            } catch (InterruptedException e) {
                thrown.set(e);
            }
        });
        reader.start();
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (store.open.get() < 2) {
            assertThat(System.nanoTime()).as("nothing was opened").isLessThan(until);
            Thread.onSpinWait();
        }
        end.accept(reader);
        reader.join(30_000);
        return thrown.get();
    }

    private CensusReads reads(int parallelism, Duration deadline) {
        return new CensusReads(new CensusReader(store, CensusLimits.DEFAULT), parallelism, deadline);
    }

    private static CensusReads.Request request(String location) {
        return new CensusReads.Request(location, null);
    }

    private static int snapshots(CensusOutcome outcome) {
        return ((CensusOutcome.Counted) outcome).census().snapshots().total();
    }
}
