// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts many files side by side: a bounded number at once, each with a deadline, so that one slow or broken table holds
 * up nobody else's. A read that does not end when it is told to is left behind; it does not keep its place.
 */
public final class CensusReads implements AutoCloseable {
    /** Reads left behind that still hang, from which nothing more is opened: each of them holds a thread. */
    static final int MOST_HANGING = 64;

    private final CensusReader reader;
    private final int parallelism;
    private final Duration deadline;
    private final ExecutorService threads;
    private final AtomicInteger busy = new AtomicInteger();

    /**
     * @param reader counts one file
     * @param parallelism files read at once, at least 1
     * @param deadline longest time for one file, from the moment its turn came
     */
    public CensusReads(CensusReader reader, int parallelism, Duration deadline) {
        this.reader = reader;
        this.parallelism = parallelism;
        this.deadline = deadline;
        this.threads = Executors.newCachedThreadPool(named());
    }

    /**
     * One file to count.
     *
     * @param location its metadata location
     * @param nessieSnapshotId what Nessie names as the current snapshot; null to take the file's word
     */
    public record Request(String location, @Nullable Long nessieSnapshotId) {}

    /**
     * Takes in outcomes.
     *
     * @param <T> what is made of one
     */
    public interface Taking<T> {
        /**
         * Takes in one.
         *
         * @param index its request
         */
        T take(int index, CensusOutcome outcome) throws InterruptedException;
    }

    /** As {@link #readAll(List, Runnable)}, telling nobody. */
    public List<CensusOutcome> readAll(List<Request> requests) throws InterruptedException {
        return readAll(requests, () -> {});
    }

    /**
     * Reads all files. Never throws for a file; interruption and {@link #close} end the reads.
     *
     * @param progress told each time a file is done
     * @return one outcome a request, in the order of the requests
     */
    public List<CensusOutcome> readAll(List<Request> requests, Runnable progress) throws InterruptedException {
        return readAll(requests, progress, (index, outcome) -> outcome);
    }

    /**
     * Reads all files and takes in each outcome as it comes, in this thread: no more histories are held at once than files
     * are read at once, however many there are.
     *
     * @param progress told each time a file is done
     * @param taking makes of an outcome what is wanted
     * @return what was made of each outcome, in the order of the requests
     */
    public <T> List<T> readAll(List<Request> requests, Runnable progress, Taking<T> taking)
            throws InterruptedException {
        List<@Nullable T> taken = new ArrayList<>(Collections.nCopies(requests.size(), null));
        BlockingQueue<Read> finished = new LinkedBlockingQueue<>();
        Set<Read> running = new LinkedHashSet<>();
        int next = 0;
        try {
            while (next < requests.size() || !running.isEmpty()) {
                while (next < requests.size() && running.size() < parallelism) {
                    begin(new Read(next, requests.get(next), finished), running);
                    next++;
                }
                for (Read read : ended(running, finished)) {
                    running.remove(read);
                    taken.set(read.index, taking.take(read.index, outcome(read)));
                    progress.run();
                }
            }
            return taken.stream().map(Objects::requireNonNull).collect(Collectors.toCollection(ArrayList::new));
        } finally {
            running.forEach(read -> read.cancel(true));
        }
    }

    private void begin(Read read, Set<Read> running) {
        running.add(read);
        if (busy.get() >= MOST_HANGING + parallelism) {
            read.cancel(false);
            return;
        }
        busy.incrementAndGet();
        try {
            threads.execute(read);
        } catch (RejectedExecutionException closed) {
            busy.decrementAndGet();
            read.cancel(false);
        }
    }

    /** Waits until a read has ended, or its time is up. Reads begin in order, so the first one's time is up first. */
    private List<Read> ended(Set<Read> running, BlockingQueue<Read> finished) throws InterruptedException {
        Iterator<Read> oldest = running.iterator();
        long left = oldest.hasNext() ? deadline.toNanos() - (System.nanoTime() - oldest.next().beganNanos) : 0;
        Read done = finished.poll(Math.max(0, left), TimeUnit.NANOSECONDS);
        if (done != null) {
            return running.contains(done) ? List.of(done) : List.of();
        }
        long now = System.nanoTime();
        List<Read> late = running.stream()
                .filter(read -> now - read.beganNanos >= deadline.toNanos())
                .toList();
        late.forEach(read -> read.cancel(true));
        return late;
    }

    private CensusOutcome outcome(Read read) throws InterruptedException {
        if (threads.isShutdown()) {
            // A read that this process ended itself says nothing about the table.
            throw new InterruptedException("Closed while reading");
        }
        String location = Shown.line(read.request.location());
        try {
            return read.get();
        } catch (CancellationException e) {
            String why = busy.get() >= MOST_HANGING
                    ? location + " was not read: " + MOST_HANGING + " earlier reads still hang; check the object store"
                    : "Reading " + location + " took longer than " + deadline.toSeconds()
                            + " s; check the object store, or raise nessiewatch.metadata.deadline";
            return new Unreadable(read.request.location(), Kind.UNAVAILABLE, why, null);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "Counting " + location + " failed by a fault of this program", e.getCause());
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

    /** One read, which knows when its turn came and says when it is over. */
    private final class Read extends FutureTask<CensusOutcome> {
        private final int index;
        private final Request request;
        private final BlockingQueue<Read> finished;
        private final long beganNanos = System.nanoTime();

        Read(int index, Request request, BlockingQueue<Read> finished) {
            super(() -> reader.read(request.location(), request.nessieSnapshotId()));
            this.index = index;
            this.request = request;
            this.finished = finished;
        }

        @Override
        public void run() {
            try {
                super.run();
            } finally {
                busy.decrementAndGet();
            }
        }

        @Override
        protected void done() {
            finished.add(this);
        }
    }
}
