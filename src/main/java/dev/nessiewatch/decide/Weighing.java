// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Forecast;
import java.util.List;

/** One decision in the making. */
final class Weighing {
    private final Forecast forecast;

    Weighing(Policy policy, Forecast forecast, Past past, Situation situation) {
        this.forecast = forecast;
    }

    Decision decide() {
        return new Decision.Hold(forecast.table(), forecast.key(), Outcome.PAUSED, "", "", List.of(), false);
    }
}
