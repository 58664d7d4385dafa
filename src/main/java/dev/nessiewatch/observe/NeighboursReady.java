// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Readiness: up when every neighbour was reached and does its part; says which one does not, and the remedy. */
@Readiness
@ApplicationScoped
public class NeighboursReady implements HealthCheck {
    private final Neighbours neighbours;

    public NeighboursReady(Neighbours neighbours) {
        this.neighbours = neighbours;
    }

    @Override
    public HealthCheckResponse call() {
        var response = HealthCheckResponse.named("neighbours");
        var states = neighbours.states();
        states.forEach(response::withData);
        return response.status(states.values().stream().allMatch("ok"::equals)).build();
    }
}
