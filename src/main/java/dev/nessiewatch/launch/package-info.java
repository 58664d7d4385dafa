// SPDX-License-Identifier: Apache-2.0
/** One order in; at most one run out, however often it is asked. */
@NullMarked
package dev.nessiewatch.launch;

import org.jspecify.annotations.NullMarked;
