// SPDX-License-Identifier: Apache-2.0
/** Holds {@code deploy/} against the service it deploys: what is rendered, not what is written. */
@NullMarked
package dev.nessiewatch.deploy;

import org.jspecify.annotations.NullMarked;
