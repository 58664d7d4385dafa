// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jboss.logging.Logger;

/**
 * What is known of the systems beside this service, for readiness and for the log. Several parts may report on one
 * neighbour; it does its part when it does so for each of them. A trouble is logged once until the neighbour is well again,
 * however often and by however many it is reported; so is its end.
 */
public final class Neighbours {
    private static final Logger LOG = Logger.getLogger(Neighbours.class);
    private static final String OK = "ok";
    private static final String NOT_YET = "not reached yet";
    /** Different troubles of one outage that are remembered; one more is said again. */
    private static final int MOST_SAID = 100;

    private final Map<String, Map<String, String>> reports = new TreeMap<>();
    private final Map<String, Set<String>> said = new TreeMap<>();
    private boolean silent;

    /**
     * Reports that a neighbour does not do its part.
     *
     * @param neighbour short name, such as {@code nessie} or {@code kafka}
     * @param reporter who noticed; only the same one's {@link #well} ends it
     * @param message one line: what, where, remedy
     */
    public synchronized void trouble(String neighbour, String reporter, String message) {
        of(neighbour).put(reporter, message);
        Set<String> before = said.computeIfAbsent(neighbour, name -> new HashSet<>());
        if (before.size() >= MOST_SAID) {
            before.clear();
        }
        // Ids and times that count up do not make it another trouble.
        if (before.add(message.replaceAll("\\d+", "#")) && !silent) {
            LOG.warn(message);
        }
    }

    /** Reports that a neighbour does its part for this reporter. */
    public synchronized void well(String neighbour, String reporter) {
        Map<String, String> all = of(neighbour);
        if (OK.equals(all.put(reporter, OK))) {
            return;
        }
        if (said.containsKey(neighbour) && all.values().stream().noneMatch(Neighbours::isTrouble)) {
            said.remove(neighbour);
            LOG.infof("%s is back", neighbour);
        }
    }

    /** Says that readiness depends on what this reporter is going to say of a neighbour. */
    public synchronized void expect(String neighbour, String reporter) {
        of(neighbour).putIfAbsent(reporter, NOT_YET);
    }

    /** Troubles from now on come from the end of this process and are not logged. */
    public synchronized void fallSilent() {
        silent = true;
    }

    /** Neighbour to its troubles, {@code "not reached yet"}, or {@code "ok"}; sorted by name. */
    public synchronized Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        reports.forEach((neighbour, all) -> {
            String troubles = all.values().stream()
                    .filter(Neighbours::isTrouble)
                    .distinct()
                    .reduce((a, b) -> a + " " + b)
                    .orElse(null);
            states.put(neighbour, Objects.requireNonNullElse(troubles, all.containsValue(NOT_YET) ? NOT_YET : OK));
        });
        return states;
    }

    private Map<String, String> of(String neighbour) {
        return reports.computeIfAbsent(neighbour, name -> new TreeMap<>());
    }

    private static boolean isTrouble(String state) {
        return !OK.equals(state) && !NOT_YET.equals(state);
    }
}
