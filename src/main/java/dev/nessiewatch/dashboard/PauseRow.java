// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.dashboard;

import dev.nessiewatch.decide.Pause;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pause as the API shows it.
 *
 * @param everything whether all launches are paused
 * @param name display name of the table; null for everything
 * @param reference its branch; null for everything
 * @param contentId its Nessie content id; null for everything
 * @param who who paused
 * @param since since when
 * @param reason in the operator's words; null when none was given
 */
public record PauseRow(
        boolean everything,
        @Nullable String name,
        @Nullable String reference,
        @Nullable String contentId,
        String who,
        Instant since,
        @Nullable String reason) {
    static PauseRow of(Pause pause) {
        return new PauseRow(
                pause.everything(),
                pause.key() == null ? null : pause.key().display(),
                pause.table() == null ? null : pause.table().reference(),
                pause.table() == null ? null : pause.table().contentId(),
                pause.who(),
                pause.since(),
                pause.reason());
    }
}
