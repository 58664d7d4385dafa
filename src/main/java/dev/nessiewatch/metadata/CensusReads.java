// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts many files side by side: a bounded number at once, each with a deadline, so that one slow or broken table holds
 * up nobody else's.
 */
public final class CensusReads implements AutoCloseable {
    private final CensusReader reader;
    private final Duration deadline;
    private final ExecutorService threads;

    /**
     * @param reader counts one file
     * @param parallelism files read at once, at least 1
     * @param deadline longest time for one file, from the moment its turn came
     */
    public CensusReads(CensusReader reader, int parallelism, Duration deadline) {
        this.reader = reader;
        this.deadline = deadline;
        this.threads = Executors.newFixedThreadPool(parallelism, named());
    }

    /**
     * One file to count.
     *
     * @param location its metadata location
     * @param nessieSnapshotId what Nessie names as the current snapshot; null to take the file's word
     */
    public record Request(String location, @Nullable Long nessieSnapshotId) {}

    /** One outcome a request, in the order of the requests. Never throws for a file; interruption ends the reads. */
    public List<CensusOutcome> readAll(List<Request> requests) throws InterruptedException {
        List<Read> reads = new ArrayList<>();
        for (Request request : requests) {
            reads.add(new Read(request));
        }
        List<Future<CensusOutcome>> futures = new ArrayList<>();
        try {
            reads.forEach(read -> futures.add(threads.submit(read)));
            List<CensusOutcome> outcomes = new ArrayList<>();
            for (int i = 0; i < reads.size(); i++) {
                outcomes.add(await(reads.get(i), futures.get(i)));
            }
            return outcomes;
        } finally {
            futures.forEach(future -> future.cancel(true));
        }
    }

    private CensusOutcome await(Read read, Future<CensusOutcome> future) throws InterruptedException {
        try {
            read.begun.await();
            return future.get(read.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | CancellationException e) {
            future.cancel(true);
            return new Unreadable(
                    read.request.location(),
                    Kind.UNAVAILABLE,
                    "Reading " + read.request.location() + " took longer than " + deadline.toSeconds()
                            + " s; check the object store, or raise nessiewatch.metadata.deadline",
                    null);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "Counting " + read.request.location() + " failed by a fault of this program", e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private static ThreadFactory named() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "census-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** One read, which knows when its turn came. */
    private final class Read implements Callable<CensusOutcome> {
        private final Request request;
        private final java.util.concurrent.CountDownLatch begun = new java.util.concurrent.CountDownLatch(1);
        private volatile long beganNanos;

        Read(Request request) {
            this.request = request;
        }

        @Override
        public CensusOutcome call() {
            beganNanos = System.nanoTime();
            begun.countDown();
            return reader.read(request.location(), request.nessieSnapshotId());
        }

        Duration remaining() {
            Duration left = deadline.minusNanos(System.nanoTime() - beganNanos);
            return left.isNegative() ? Duration.ZERO : left;
        }
    }
}
