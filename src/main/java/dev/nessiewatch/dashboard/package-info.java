// SPDX-License-Identifier: Apache-2.0
/** Read-only page and JSON of what the rooms know. */
@NullMarked
package dev.nessiewatch.dashboard;

import org.jspecify.annotations.NullMarked;
