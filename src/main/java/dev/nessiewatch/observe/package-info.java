// SPDX-License-Identifier: Apache-2.0
/** Every meter and heartbeat of this service, defined once. The only home of Micrometer and of health checks. */
@NullMarked
package dev.nessiewatch.observe;

import org.jspecify.annotations.NullMarked;
