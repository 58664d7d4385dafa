// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/** Turns the doors, each on its own beat and never twice at once. A turn that fails is logged and the next one comes. */
@ApplicationScoped
public class Turns {
    private static final Logger LOG = Logger.getLogger(Turns.class);

    private final ServiceConfig.Role role;
    private final CommitToEvent commitToEvent;
    private final EventToExpiry eventToExpiry;
    private final Meters meters;
    private final Neighbours neighbours;
    private final Set<Thread> turning = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    Turns(
            ServiceConfig config,
            CommitToEvent commitToEvent,
            EventToExpiry eventToExpiry,
            Meters meters,
            Neighbours neighbours) {
        this.role = config.role();
        this.commitToEvent = commitToEvent;
        this.eventToExpiry = eventToExpiry;
        this.meters = meters;
        this.neighbours = neighbours;
    }

    @Scheduled(every = "{nessiewatch.watch.period}", concurrentExecution = ConcurrentExecution.SKIP)
    void tail() {
        if (role.tails()) {
            turn("tail", commitToEvent::turn);
        }
    }

    @Scheduled(every = "{nessiewatch.service.period}", concurrentExecution = ConcurrentExecution.SKIP)
    void trigger() {
        if (role.triggers()) {
            turn("trigger", eventToExpiry::turn);
        }
    }

    /** A turn that waits for a neighbour would hold up the end of the process; nothing is lost by taking it back. */
    void end(@Observes @Priority(1) ShutdownEvent event) {
        ending = true;
        neighbours.fallSilent();
        turning.forEach(Thread::interrupt);
    }

    private void turn(String loop, Turn turn) {
        turning.add(Thread.currentThread());
        try {
            if (!ending) {
                turn.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            if (!ending) {
                fault(loop, e);
            }
        } finally {
            turning.remove(Thread.currentThread());
        }
    }

    private void fault(String loop, RuntimeException e) {
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
