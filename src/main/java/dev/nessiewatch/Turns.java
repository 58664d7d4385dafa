// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.observe.Meters;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Turns the doors, each on its own beat and never twice at once. A turn that fails is logged and the next one comes. */
@ApplicationScoped
public class Turns {
    private static final Logger LOG = Logger.getLogger(Turns.class);

    private final ServiceConfig.Role role;
    private final CommitToEvent commitToEvent;
    private final EventToExpiry eventToExpiry;
    private final Meters meters;

    Turns(ServiceConfig config, CommitToEvent commitToEvent, EventToExpiry eventToExpiry, Meters meters) {
        this.role = config.role();
        this.commitToEvent = commitToEvent;
        this.eventToExpiry = eventToExpiry;
        this.meters = meters;
    }

    @Scheduled(every = "{nessiewatch.watch.period}", concurrentExecution = ConcurrentExecution.SKIP)
    void tail() {
        if (!role.tails()) {
            return;
        }
        try {
            commitToEvent.turn();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            fault("tail", e);
        }
    }

    @Scheduled(every = "{nessiewatch.service.period}", concurrentExecution = ConcurrentExecution.SKIP)
    void trigger() {
        if (!role.triggers()) {
            return;
        }
        try {
            eventToExpiry.turn();
        } catch (RuntimeException e) {
            fault("trigger", e);
        }
    }

    private void fault(String loop, RuntimeException e) {
        meters.fault(loop);
        LOG.errorf(
                e,
                "The turn of the %s ended with a fault of this program; nothing was moved, the next turn tries again",
                loop);
    }
}
