// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeat of each loop. A loop is wedged when it gave no sign of life for longer than its patience; a turn that
 * fails is still a turn. Measured on a clock that never jumps.
 */
public final class Loops {
    private final LongSupplier nanos;
    private final Map<String, Beat> beats = new ConcurrentHashMap<>();
    /** The loop whose turn this thread began last. */
    private final ThreadLocal<@Nullable String> here = new ThreadLocal<>();

    public Loops() {
        this(System::nanoTime);
    }

    Loops(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Notes the beginning of a turn.
     *
     * @param loop name of the loop
     * @param patience how long after this no news means that the loop is wedged
     */
    public void turn(String loop, Duration patience) {
        beats.put(loop, new Beat(nanos.getAsLong(), patience));
        here.set(loop);
    }

    /** A sign of life within a turn, from the thread that began it; of no effect on any other thread. */
    public void alive() {
        String loop = here.get();
        if (loop != null) {
            beats.computeIfPresent(loop, (name, beat) -> new Beat(nanos.getAsLong(), beat.patience()));
        }
    }

    /** Loop to the time since its last turn, for loops that are past their patience; empty when all is well. */
    public Map<String, Duration> wedged() {
        Map<String, Duration> wedged = new TreeMap<>();
        beats.forEach((loop, beat) -> {
            Duration since = Duration.ofNanos(nanos.getAsLong() - beat.atNanos());
            if (since.compareTo(beat.patience()) > 0) {
                wedged.put(loop, since);
            }
        });
        return wedged;
    }

    private record Beat(long atNanos, Duration patience) {}
}
