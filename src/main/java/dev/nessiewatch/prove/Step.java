// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The first position record of a sequence; heartbeats repeat it.
 *
 * @param sequence transaction
 * @param hash commit up to which the reference was published
 * @param target commit that a comparison in chunks works towards; null when none is under way
 * @param writerId who wrote it
 * @param at when
 * @param fresh whether the reference was published from its root: nothing stood before
 */
record Step(long sequence, String hash, @Nullable String target, String writerId, Instant at, boolean fresh) {}
