// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import io.quarkus.runtime.Application;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Turns the doors and the self-audit, each on a beat of its own, so that none waits for another and none is turned twice at
 * once. A turn that fails is logged and the next one comes.
 *
 * <p>The first turn waits until the ports are open. They open after everything that observes the start, and a second instance
 * on ports that are taken must fail before it takes the feed from the first one. {@link Ports} finds nearly all of those
 * sooner; two that start in the same moment it does not.
 */
@ApplicationScoped
public class Turns {
    private static final Logger LOG = Logger.getLogger(Turns.class);
    /** How often the self-audit looks whether it is due. */
    private static final Duration AUDIT = Duration.ofSeconds(10);

    private static final Duration STARTING = Duration.ofMillis(20);

    private final Settings settings;
    private final Doors doors;
    private final Meters meters;
    private final Neighbours neighbours;
    private final List<Beat> beats = new CopyOnWriteArrayList<>();
    private volatile boolean ending;

    /**
     * What is turned how often.
     *
     * @param role whose turns come at all
     * @param tail from one look at Nessie to the next
     * @param trigger from one round of decisions to the next
     */
    record Settings(ServiceConfig.Role role, Duration tail, Duration trigger) {}

    /** What is turned. */
    record Doors(CommitToEvent commitToEvent, EventToExpiry eventToExpiry, SelfAudit audit) {}

    Turns(Settings settings, Doors doors, Meters meters, Neighbours neighbours) {
        this.settings = settings;
        this.doors = doors;
        this.meters = meters;
        this.neighbours = neighbours;
    }

    /** After the configuration was found to be sound, and the channels exist. */
    void begin(@Observes StartupEvent event) {
        if (settings.role().tails()) {
            start("tail", settings.tail(), doors.commitToEvent()::turn);
            start("audit", AUDIT, doors.audit()::turn);
        }
        if (settings.role().triggers()) {
            start("trigger", settings.trigger(), doors.eventToExpiry()::turn);
        }
    }

    /** A turn that waits for a neighbour would hold up the end of the process; nothing is lost by taking it back. */
    void end(@Observes @Priority(1) ShutdownEvent event) {
        ending = true;
        neighbours.fallSilent();
        beats.forEach(Beat::close);
    }

    private void start(String loop, Duration period, Turn turn) {
        beats.add(Beat.start(loop, period, () -> take(loop, turn)));
    }

    private void take(String loop, Turn turn) {
        try {
            awaitPorts();
            if (!ending) {
                turn.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (!ending) {
                fault(loop, e);
            }
        }
    }

    /** A start that fails on a port never comes to its end: nothing is turned then. */
    private static void awaitPorts() throws InterruptedException {
        Application application = Application.currentApplication();
        while (!application.isStarted()) {
            TimeUnit.NANOSECONDS.sleep(STARTING.toNanos());
        }
    }

    private void fault(String loop, Throwable e) {
        meters.fault(loop);
        LOG.errorf(
                e,
                "The turn of the %s ended with a fault of this program; nothing was moved, the next turn tries again",
                loop);
    }

    /** What is done in one turn. */
    @FunctionalInterface
    private interface Turn {
        void take() throws InterruptedException;
    }
}
