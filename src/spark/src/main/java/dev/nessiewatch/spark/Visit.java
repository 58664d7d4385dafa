// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import dev.nessiewatch.spark.WeeklyLake.Entered;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.NoSuchTableException;

/**
 * The time that a run spends on one table. Whatever goes wrong there stays there.
 *
 * @param week the run
 * @param lake the branch
 * @param entry the table
 * @param archived what the archive holds of it
 * @param sharedGround why its orphans cannot be told from files of others; empty when they can
 */
record Visit(Week week, WeeklyLake lake, Entered entry, Archived archived, Optional<String> sharedGround) {
    /**
     * The table as it is now, with a guard before each commit.
     *
     * @param table the table
     * @param metadata its metadata
     * @param guard asked before each commit
     */
    record Loaded(BaseTable table, TableMetadata metadata, WeeklyGuard guard) {}

    /** Loads the table; ends the step if it is gone or a rebuild may be under way. */
    Loaded load() {
        week.stop().check();
        BaseTable table = lake.load(entry.key(), entry.contentId());
        WeeklyGuard guard = new WeeklyGuard(entry.key(), week, archived.mayGo());
        TableMetadata metadata = table.operations().current();
        guard.refuseRebuild(metadata);
        return new Loaded(
                new BaseTable(new GuardedOperations(table.operations(), guard), table.name()), metadata, guard);
    }

    /** Does one step, whatever happens in it. */
    StepResult carryOut(Step step) {
        try {
            return step.run(this);
        } catch (Stop stop) {
            return stop.outcome() == Outcome.REFUSED
                    ? StepResult.nothing(step.name(), stop.reason())
                    : StepResult.failed(step.name(), stop.reason());
        } catch (NoSuchTableException e) {
            return StepResult.nothing(step.name(), entry.key() + " was dropped since the run began");
        } catch (Throwable e) {
            return StepResult.failed(step.name(), failure(e));
        }
    }

    /** A failure in words; the whole of it goes to standard error, unless the run was told to end. */
    String failure(Throwable e) {
        String told = week.stop().reason();
        if (told != null) {
            return "the run was stopped: " + told;
        }
        e.printStackTrace();
        return Words.oneLine(e);
    }
}
