// SPDX-License-Identifier: Apache-2.0
/**
 * The spine: the three doors {@code CommitToEvent}, {@code EventToExpiry} and {@code ExpiryToVerdict}, and the wiring.
 * Only here is the order of work known; rooms know what comes to them, never who comes after them.
 */
@NullMarked
package dev.nessiewatch;

import org.jspecify.annotations.NullMarked;
