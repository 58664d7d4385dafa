// SPDX-License-Identifier: Apache-2.0
/** A launch in; an exact order out, read from HEAD now: content, census, preview, references. */
@NullMarked
package dev.nessiewatch.confirm;

import org.jspecify.annotations.NullMarked;
