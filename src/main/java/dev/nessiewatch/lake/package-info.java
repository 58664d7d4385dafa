// SPDX-License-Identifier: Apache-2.0
/** The nouns that all rooms share: table identity, content, positions. Immutable, no framework. */
@NullMarked
package dev.nessiewatch.lake;

import org.jspecify.annotations.NullMarked;
