// SPDX-License-Identifier: Apache-2.0
/**
 * The fault suite: the packaged service against a real Nessie server and a real broker, hurt on purpose, and judged by
 * Nessie's own diff. Nothing in here uses the code under test; what the service says is read as any subscriber would.
 */
@NullMarked
package dev.nessiewatch.faults;

import org.jspecify.annotations.NullMarked;
