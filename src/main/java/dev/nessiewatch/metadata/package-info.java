// SPDX-License-Identifier: Apache-2.0
/**
 * A metadata location in, a census out, in memory that does not grow with the file's text. The only home of FileIO and
 * of streaming JSON.
 */
@NullMarked
package dev.nessiewatch.metadata;

import org.jspecify.annotations.NullMarked;
