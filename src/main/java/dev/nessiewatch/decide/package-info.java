// SPDX-License-Identifier: Apache-2.0
/** A forecast, the policy and the table's past in; launch or hold, with its why, out. Pure. */
@NullMarked
package dev.nessiewatch.decide;

import org.jspecify.annotations.NullMarked;
