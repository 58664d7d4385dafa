// SPDX-License-Identifier: Apache-2.0
/** A finished run and HEAD in; a verdict out. */
@NullMarked
package dev.nessiewatch.verify;

import org.jspecify.annotations.NullMarked;
