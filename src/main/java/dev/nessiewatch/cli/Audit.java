// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.decide.Decider;
import dev.nessiewatch.decide.Decision;
import dev.nessiewatch.decide.Keeping;
import dev.nessiewatch.decide.Past;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.Rule;
import dev.nessiewatch.decide.Situation;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.event.SnapshotCounts;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Forecaster;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusReads;
import dev.nessiewatch.metadata.ExpiryPreview;
import dev.nessiewatch.metadata.ExpiryTerms;
import dev.nessiewatch.metadata.Preview;
import dev.nessiewatch.watch.AtHead;
import dev.nessiewatch.watch.CommitLog;
import dev.nessiewatch.watch.CommitLogException;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.Page;
import dev.nessiewatch.watch.TableEntry;
import dev.nessiewatch.watch.TablesAtHead;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every table of a reference once, by the rooms that the service itself uses. What the service would know
 * beside the file (earlier measurements, earlier runs) is not known here.
 */
final class Audit {
    private static final int PAGE_SIZE = 250;
    /** Tables read between two looks at the progress. */
    private static final int BATCH = 64;

    private final CommitLog log;
    private final CensusReads reads;
    private final Scope scope;
    private final Policy policy;
    private final Clock clock;

    /** Which tables: those of a reference without the excluded ones. */
    record Scope(String reference, Excludes excludes) {}

    /**
     * What was found.
     *
     * @param reference branch
     * @param head commit whose tables were read
     * @param at when the audit began
     * @param weekly the next weekly run
     * @param tables every table that is not excluded, worst first; those that could not be read come last
     * @param excluded tables left out by name
     */
    record Found(
            String reference,
            String head,
            Instant at,
            AuditedTable.WeeklyRun weekly,
            List<AuditedTable> tables,
            int excluded) {}

    Audit(CommitLog log, CensusReads reads, Scope scope, Policy policy, Clock clock) {
        this.log = log;
        this.reads = reads;
        this.scope = scope;
        this.policy = policy;
        this.clock = clock;
    }

    /**
     * Reads all of it.
     *
     * @throws CommitLogException when Nessie cannot list the tables
     * @throws InterruptedException when the thread is interrupted
     */
    Found run(Progress progress) throws CommitLogException, InterruptedException {
        Instant now = clock.instant();
        CommitLog.At head = new CommitLog.At(scope.reference(), log.head(scope.reference()));
        List<TableEntry> all = entries(head);
        List<TableEntry> entries = all.stream()
                .filter(entry -> !scope.excludes().matches(entry.key()))
                .toList();
        List<AuditedTable> tables = new ArrayList<>();
        for (int from = 0; from < entries.size(); from += BATCH) {
            progress.show(from, entries.size(), "tables read");
            read(head, entries.subList(from, Math.min(entries.size(), from + BATCH)), tables);
        }
        progress.show(entries.size(), entries.size(), "tables read");
        progress.end();
        tables.sort(AuditedTable.WORST_FIRST);
        return new Found(
                scope.reference(), head.hash(), now, weekly(now), List.copyOf(tables), all.size() - entries.size());
    }

    private List<TableEntry> entries(CommitLog.At head) throws CommitLogException {
        List<TableEntry> entries = new ArrayList<>();
        String token = null;
        do {
            Page<TableEntry> page = log.tables(head, new CommitLog.Cut(token, PAGE_SIZE));
            entries.addAll(page.items());
            token = page.next();
        } while (token != null);
        return entries;
    }

    private void read(CommitLog.At head, List<TableEntry> entries, List<AuditedTable> into)
            throws InterruptedException {
        into.addAll(reads.readAll(
                entries.stream().map(Audit::request).toList(),
                () -> {},
                (index, outcome) -> lookedAtAgain(head, entries.get(index), outcome)));
    }

    /** A newest file that is not there is data loss; one that a newer commit replaced meanwhile is not. HEAD tells. */
    private AuditedTable lookedAtAgain(CommitLog.At head, TableEntry entry, CensusOutcome outcome)
            throws InterruptedException {
        if (outcome instanceof CensusOutcome.Unreadable trouble && trouble.kind() == CensusOutcome.Kind.MISSING) {
            AtHead now = new TablesAtHead(log).find(new TableId(entry.contentId(), head.reference()), entry.key());
            if (now instanceof AtHead.Found found
                    && !found.content()
                            .metadataLocation()
                            .equals(entry.content().metadataLocation())) {
                TableEntry newer = new TableEntry(entry.contentId(), found.key(), found.content());
                return weigh(head, newer, reads.readAll(List.of(request(newer))).get(0));
            }
        }
        return weigh(head, entry, outcome);
    }

    private AuditedTable weigh(CommitLog.At head, TableEntry entry, CensusOutcome outcome) {
        Instant now = clock.instant();
        SnapshotCount count = SnapshotCounts.measured(null, found(head, entry), outcome, now);
        Forecast forecast = new Forecaster().forecast(count, now);
        Decision decision = new Decider(policy).decide(forecast, Past.none(1), new Situation(now, now, false));
        if (outcome instanceof CensusOutcome.Counted counted) {
            return new AuditedTable(entry, decision, measured(forecast, counted), null);
        }
        return new AuditedTable(entry, decision, null, (CensusOutcome.Unreadable) outcome);
    }

    private AuditedTable.Measured measured(Forecast forecast, CensusOutcome.Counted counted) {
        Rule.Limits limits = policy.ruleFor(forecast.key()).limits();
        Keeping keeping = Keeping.of(forecast, policy);
        Instant cutoff = forecast.at().minus(keeping.retention());
        Preview preview = ExpiryPreview.of(
                counted.history(),
                new ExpiryTerms(
                        cutoff.toEpochMilli(),
                        keeping.retainLast(),
                        forecast.at().toEpochMilli()));
        return new AuditedTable.Measured(
                forecast.snapshots(),
                forecast.weight().decoded(),
                forecast.growth(),
                limits,
                earlier(forecast.crossing(limits.snapshots()), forecast.bytesCrossing(limits.bytes())),
                weekly(forecast.at()),
                preview.removable(),
                preview.floor().total());
    }

    private AuditedTable.WeeklyRun weekly(Instant now) {
        Duration takes = policy.weekly().duration();
        Instant start = policy.weekly().awaited(now, takes);
        return new AuditedTable.WeeklyRun(start, start.plus(takes));
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }

    private static CensusReads.Request request(TableEntry entry) {
        return new CensusReads.Request(
                entry.content().metadataLocation(), entry.content().snapshotId());
    }

    private static SnapshotCounts.Found found(CommitLog.At head, TableEntry entry) {
        return new SnapshotCounts.Found(
                new TableId(entry.contentId(), head.reference()),
                entry.key(),
                entry.content(),
                new SnapshotCount.Commits(
                        0, head.hash(), head.hash(), null, 0, Map.of(), Map.of(), Map.of(), List.of()),
                true);
    }
}
