// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.watch.Commit;
import dev.nessiewatch.watch.CommitLog;
import dev.nessiewatch.watch.CommitLogException;
import dev.nessiewatch.watch.Page;
import dev.nessiewatch.watch.TableEntry;
import org.jspecify.annotations.Nullable;

/** A commit log whose every request is a sign of life: a turn may read thousands of pages, each with its own time limit. */
record LivelyLog(CommitLog log, Loops loops) implements CommitLog {
    @Override
    public String head(String reference) throws CommitLogException {
        loops.alive();
        return log.head(reference);
    }

    @Override
    public Page<Commit> commits(At at, Cut page) throws CommitLogException {
        loops.alive();
        return log.commits(at, page);
    }

    @Override
    public Page<TableEntry> tables(At at, Cut page) throws CommitLogException {
        loops.alive();
        return log.tables(at, page);
    }

    @Override
    public @Nullable TableEntry table(At at, TableKey key) throws CommitLogException {
        loops.alive();
        return log.table(at, key);
    }

    @Override
    public Page<String> references(Cut page) throws CommitLogException {
        loops.alive();
        return log.references(page);
    }

    @Override
    public String noAncestorHash() {
        return log.noAncestorHash();
    }
}
