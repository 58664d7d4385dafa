// SPDX-License-Identifier: Apache-2.0
/** The commands a person types. */
@NullMarked
package dev.nessiewatch.cli;

import org.jspecify.annotations.NullMarked;
