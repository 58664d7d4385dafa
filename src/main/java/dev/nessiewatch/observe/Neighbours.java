// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * What is known of the systems beside this service, for readiness and for the log. A trouble is logged once when it
 * begins or changes, and once when it is over, however often it is reported.
 */
public final class Neighbours {
    private static final Logger LOG = Logger.getLogger(Neighbours.class);

    private final Map<String, String> troubles = new ConcurrentHashMap<>();
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    /**
     * Reports that a neighbour does not do its part.
     *
     * @param neighbour short name, such as {@code nessie} or {@code kafka}
     * @param message one line: what, where, remedy
     */
    public void trouble(String neighbour, String message) {
        String before = troubles.put(neighbour, message);
        known.put(neighbour, true);
        if (!Objects.equals(before, message)) {
            LOG.warn(message);
        }
    }

    /** Reports that a neighbour does its part. */
    public void well(String neighbour) {
        known.put(neighbour, true);
        String before = troubles.remove(neighbour);
        if (before != null) {
            LOG.infof("%s is back", neighbour);
        }
    }

    /** Says that readiness depends on a neighbour that was not heard of yet. */
    public void expect(String neighbour) {
        known.putIfAbsent(neighbour, false);
    }

    /** Neighbour to trouble, {@code "not reached yet"}, or {@code "ok"}; sorted by name. */
    public Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        known.forEach((name, heard) -> states.put(name, heard ? troubles.getOrDefault(name, "ok") : "not reached yet"));
        return states;
    }
}
