// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.projectnessie.error.BaseNessieClientServerException;

/**
 * Writers who do everything that writers do, at an even pace: put, put several tables at once, drop, create again, rename,
 * commit the same again, merge from a branch. Each has tables of its own, so none waits for another.
 */
final class Writers implements AutoCloseable {
    private final Catalog catalog;
    private final Warehouse warehouse;
    private final int commits;
    private final AtomicInteger done = new AtomicInteger();
    private final ConcurrentLinkedQueue<Exception> failures = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService threads;

    /**
     * How much is written.
     *
     * @param tables a reference, shared among its writers
     * @param commits all in all, at least; a merge counts as one. Writing goes on until the writers are closed
     * @param perSecond pace, all writers together
     */
    record Load(List<String> references, int tables, int commits, int perSecond) {}

    private Writers(Catalog catalog, Warehouse warehouse, Load load) {
        this.catalog = catalog;
        this.warehouse = warehouse;
        this.commits = load.commits();
        this.threads = Executors.newScheduledThreadPool(4);
    }

    /** Starts two writers a reference. */
    static Writers start(Catalog catalog, Warehouse warehouse, Load load, Random random) {
        Writers writers = new Writers(catalog, warehouse, load);
        int count = 2 * load.references().size();
        long period = TimeUnit.SECONDS.toMicros(1) * count / load.perSecond();
        for (int i = 0; i < count; i++) {
            One one = writers.new One(load.references().get(i / 2), i % 2, load.tables() / 2, random.nextLong());
            var unused = writers.threads.scheduleAtFixedRate(one, period * i / count, period, TimeUnit.MICROSECONDS);
        }
        return writers;
    }

    /** Commits so far. */
    int done() {
        return done.get();
    }

    boolean isFinished() {
        if (!failures.isEmpty()) {
            throw new AssertionError("A writer failed", failures.peek());
        }
        return done.get() >= commits;
    }

    /** Stops writing and waits for the commit that is under way. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(30, TimeUnit.SECONDS)) {
                throw new AssertionError("The writers do not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One writer. */
    private final class One implements Runnable {
        private final String reference;
        private final String branch;
        private final List<String> names = new ArrayList<>();
        private final Set<String> there = new HashSet<>();
        private final Random random;

        One(String reference, int number, int tables, long seed) {
            this.reference = reference;
            this.branch = "work/" + reference + "/" + number;
            this.random = new Random(seed);
            for (int i = 0; i < tables; i++) {
                names.add("t" + (2 * i + number));
            }
        }

        @Override
        public void run() {
            try {
                step();
            } catch (Exception e) {
                if (!threads.isShutdown()) {
                    failures.add(e);
                    throw new IllegalStateException(e);
                }
            }
        }

        private void step() throws BaseNessieClientServerException {
            int chance = random.nextInt(100);
            String name = names.get(random.nextInt(names.size()));
            if (chance < 15) {
                putSome(reference, 2 + random.nextInt(3));
            } else if (chance < 23 && there.contains(name)) {
                catalog.drop(reference, name);
                there.remove(name);
            } else if (chance < 31 && there.contains(name)) {
                rename(name);
            } else if (chance < 35 && there.contains(name)) {
                catalog.touch(reference, name);
            } else if (chance < 39) {
                mergeSome();
            } else {
                catalog.put(reference, name, warehouse.write(3));
                there.add(name);
            }
            done.incrementAndGet();
        }

        private void putSome(String onto, int count) throws BaseNessieClientServerException {
            Map<String, String> locations = new LinkedHashMap<>();
            for (int i = 0; i < count; i++) {
                locations.put(names.get(random.nextInt(names.size())), warehouse.write(3));
            }
            catalog.put(onto, locations);
            there.addAll(locations.keySet());
        }

        private void rename(String name) throws BaseNessieClientServerException {
            int index = names.indexOf(name);
            String to = name.endsWith("_renamed") ? name.replace("_renamed", "") : name + "_renamed";
            catalog.rename(reference, name, to);
            names.set(index, to);
            there.remove(name);
            there.add(to);
        }

        private void mergeSome() throws BaseNessieClientServerException {
            catalog.branch(branch, catalog.head(reference));
            putSome(branch, 3);
            putSome(branch, 2);
            catalog.merge(branch, reference);
            catalog.deleteBranch(branch);
        }
    }
}
