// SPDX-License-Identifier: Apache-2.0
/** The feed in, every difference from Nessie's own word out; publishes nothing and changes nothing. */
@NullMarked
package dev.nessiewatch.prove;

import org.jspecify.annotations.NullMarked;
