// SPDX-License-Identifier: Apache-2.0
/** The versioned wire contract, and the one way onto and off Kafka. */
@NullMarked
package dev.nessiewatch.event;

import org.jspecify.annotations.NullMarked;
