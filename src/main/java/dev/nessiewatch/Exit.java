// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import java.time.Instant;
import java.util.function.IntConsumer;
import org.jboss.logging.Logger;

/** Ends this process when another one does its work. */
final class Exit {
    private static final Logger LOG = Logger.getLogger(Exit.class);

    private final IntConsumer end;

    /** @param end ends the process with an exit code */
    Exit(IntConsumer end) {
        this.end = end;
    }

    /** Says who has taken over and since when, and ends this process with exit code 1. */
    void giveWay(String role, String writer, Instant since) {
        LOG.errorf(
                "Another %s (%s) writes since %s; this one ends. Run one %s only, or give each installation its own"
                        + " nessiewatch.feed.transactional-id-prefix",
                role, writer, since, role);
        end.accept(1);
    }
}
