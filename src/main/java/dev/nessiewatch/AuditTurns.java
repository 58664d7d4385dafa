// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.observe.Meters;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Gives the self-audit its turns, on a thread of its own, so that no poll waits for it. */
@ApplicationScoped
public class AuditTurns {
    private static final Logger LOG = Logger.getLogger(AuditTurns.class);

    private final ServiceConfig.Role role;
    private final SelfAudit audit;
    private final Meters meters;

    AuditTurns(ServiceConfig config, SelfAudit audit, Meters meters) {
        this.role = config.role();
        this.audit = audit;
        this.meters = meters;
    }

    @Scheduled(every = "10s", concurrentExecution = ConcurrentExecution.SKIP)
    void turn() {
        if (!role.tails()) {
            return;
        }
        try {
            audit.turn();
        } catch (RuntimeException e) {
            meters.fault("audit");
            LOG.errorf(
                    e,
                    "The audit of the feed ended with a fault of this program; the feed itself is not touched by it");
        }
    }
}
