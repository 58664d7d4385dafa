// SPDX-License-Identifier: Apache-2.0
/**
 * The job that carries out one order on one table: checks that the table is the one ordered, shortens its snapshot list
 * in one signed commit, deletes the files that only the expired snapshots needed, and says what happened in one line.
 */
@NullMarked
package dev.nessiewatch.spark;

import org.jspecify.annotations.NullMarked;
