// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Liveness: down only for a loop that is wedged. A neighbour that is away never restarts this process. */
@Liveness
@ApplicationScoped
public class LoopsAlive implements HealthCheck {
    private final Loops loops;

    public LoopsAlive(Loops loops) {
        this.loops = loops;
    }

    @Override
    public HealthCheckResponse call() {
        var response = HealthCheckResponse.named("loops");
        var wedged = loops.wedged();
        wedged.forEach((loop, since) -> response.withData(loop, "no turn for " + since.toSeconds() + " s"));
        return response.status(wedged.isEmpty()).build();
    }
}
