// SPDX-License-Identifier: Apache-2.0
/**
 * A position in a Nessie commit log in, table changes out; never skips silently. The only home of the Nessie client.
 */
@NullMarked
package dev.nessiewatch.watch;

import org.jspecify.annotations.NullMarked;
