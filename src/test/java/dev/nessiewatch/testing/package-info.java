// SPDX-License-Identifier: Apache-2.0
/** Real servers for tests, each in a JVM of its own: their class paths never meet that of the code under test. */
@NullMarked
package dev.nessiewatch.testing;

import org.jspecify.annotations.NullMarked;
