// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Rhythm;
import dev.nessiewatch.forecast.Window;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether a table may be expired at this moment without meeting a rebuild.
 *
 * <p>A rebuild that began before an expiry and commits after it brings dead snapshots back, or fails. Only tables that
 * grow by replace are at risk; others re-apply their change on the fresh list and never wait here.
 *
 * <p>A writer that has been silent for long enough (more than twice its longest gap and a rebuild) has no rebuild under
 * way that began after its last commit, unless it begins now. Then the expiry may start, and must commit within two
 * rebuilds, ten minutes at least: a run that comes up later than that is decided again.
 *
 * @param open whether to go ahead
 * @param commitBefore the run must have committed by then; null when nothing limits it
 * @param window the learned window; unknown when the table was not seen often enough
 * @param forced whether the policy goes ahead although no quiet moment was found
 */
record Quiet(boolean open, @Nullable Instant commitBefore, Window window, boolean forced) {
    private static final Duration SHORTEST_START = Duration.ofMinutes(10);

    static Quiet at(Instant now, Forecast forecast, Duration longestRebuild) {
        if (!forecast.shape().replaceGrown()) {
            return new Quiet(true, null, Window.UNKNOWN, false);
        }
        Rhythm rhythm = forecast.rhythm();
        Window window = rhythm.quietWindow(longestRebuild);
        if (window.isOpenAt(now)) {
            return new Quiet(true, window.closes(), window, false);
        }
        if (rhythm.isSilentAt(now, longestRebuild)) {
            Duration patience = longestRebuild.multipliedBy(2);
            Duration limit = patience.compareTo(SHORTEST_START) > 0 ? patience : SHORTEST_START;
            return new Quiet(true, now.plus(limit), window, false);
        }
        return new Quiet(false, null, window, false);
    }

    /** The same moment, with the risk taken. */
    Quiet force() {
        return open ? this : new Quiet(true, null, window, true);
    }
}
