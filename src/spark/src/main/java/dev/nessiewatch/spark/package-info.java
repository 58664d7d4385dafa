// SPDX-License-Identifier: Apache-2.0
/**
 * The Spark job, with two uses. {@link dev.nessiewatch.spark.MaintenanceJob} carries out one order on one table: checks that
 * the table is the one ordered, shortens its snapshot list in one signed commit, deletes the files that only the expired
 * snapshots needed, and says what happened in one line. {@link dev.nessiewatch.spark.WeeklyRun} maintains all tables of a
 * branch, one {@link dev.nessiewatch.spark.Step} after the other, and says so in one line a table.
 */
@NullMarked
package dev.nessiewatch.spark;

import org.jspecify.annotations.NullMarked;
