// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import dev.nessiewatch.event.Reading;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.watch.CommitDiff;
import dev.nessiewatch.watch.CommitLog;
import dev.nessiewatch.watch.CommitLogException;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.Page;
import dev.nessiewatch.watch.TableDiff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the feed as any committed reader does and holds each transaction against Nessie's own difference of its two
 * commits. It trusts nothing that the tail remembers. Memory: the records inside the window without their measurements,
 * and one name and content a table.
 */
public final class FeedProof {
    /** Sequences whose records may be compacted away in the next minutes are left alone. */
    private static final Duration MARGIN = Duration.ofMinutes(5);

    private static final int PAGE_SIZE = 500;

    private final Feed feed;
    private final Nessie nessie;

    /**
     * Where the feed is.
     *
     * @param reader reads it
     * @param positions full name of the topic of positions
     * @param counts full name of the topic of measurements
     * @param deadline how long reading one of them may take
     */
    public record Feed(TopicReader reader, String positions, String counts, Duration deadline) {}

    /**
     * What it is held against.
     *
     * @param log for single tables, and the root
     * @param diff for differences
     * @param excludes names that are not watched
     * @param pages most pages of 500 keys that one difference may have
     */
    public record Nessie(CommitLog log, CommitDiff diff, Excludes excludes, int pages) {}

    /**
     * What is to be looked at.
     *
     * @param references branches; empty for all that were published
     * @param last most sequences of each, the newest ones
     * @param after sequences up to this one, by reference, are left out
     * @param writerId only sequences that this process published without a break; null for anyone's
     * @param countsKept since when no measurement can have been compacted away
     * @param positionsKept since when no position can have been
     * @param whole whether to read all measurements; otherwise only what the window needs, and less is known of tables
     *     that did not change
     */
    public record Request(
            List<String> references,
            long last,
            Map<String, Long> after,
            @Nullable String writerId,
            Instant countsKept,
            Instant positionsKept,
            boolean whole) {}

    public FeedProof(Feed feed, Nessie nessie) {
        this.feed = feed;
        this.nessie = nessie;
    }

    /** Does it. Never throws for what a broker or a server does. */
    public Proof prove(Request request) {
        Positions positions = new Positions();
        Reading reading = feed.reader().read(List.of(feed.positions()), feed.deadline(), positions::accept);
        if (reading instanceof Reading.Unavailable unavailable) {
            return new Proof.Unavailable(unavailable.message());
        }
        Map<String, Window> windows = new LinkedHashMap<>();
        List<String> references = request.references().isEmpty() ? positions.references() : request.references();
        references.forEach(reference -> windows.put(reference, window(request, reference, positions.of(reference))));
        // Positions first: the measurements of each sequence seen so far are in their topic by now.
        Measurements measurements = new Measurements(windows);
        reading = measurements(request, windows, positions, measurements);
        if (reading instanceof Reading.Unavailable unavailable) {
            return new Proof.Unavailable(unavailable.message());
        }
        try {
            List<Proof.Result> results = new ArrayList<>();
            for (Map.Entry<String, Window> window : windows.entrySet()) {
                results.add(result(request, window.getKey(), window.getValue(), positions, measurements));
            }
            return new Proof.Done(results);
        } catch (CommitLogException e) {
            return new Proof.Unavailable(e.getMessage());
        }
    }

    /**
     * How far a reference was published.
     *
     * @param hash commit
     * @param underWay whether a comparison in chunks is not at its end
     * @param at when this commit was reached
     */
    public record End(String hash, boolean underWay, Instant at) {}

    /** The end of each reference that was published; empty when the broker does not answer. */
    public Optional<Map<String, End>> ends() {
        Positions positions = new Positions();
        Reading reading = feed.reader().read(List.of(feed.positions()), feed.deadline(), positions::accept);
        if (reading instanceof Reading.Unavailable) {
            return Optional.empty();
        }
        Map<String, End> ends = new LinkedHashMap<>();
        for (String reference : positions.references()) {
            Step last = positions.of(reference).lastEntry().getValue();
            ends.put(reference, new End(last.hash(), last.target() != null, last.at()));
        }
        return Optional.of(ends);
    }

    private Window window(Request request, String reference, NavigableMap<Long, Step> steps) {
        long after = request.after().getOrDefault(reference, 0L);
        Window window = Window.of(
                steps,
                request.last(),
                step -> step.sequence() > after
                        && (request.writerId() == null || step.writerId().equals(request.writerId()))
                        && !step.at().isBefore(request.countsKept().plus(MARGIN)));
        return Spans.whole(steps, window);
    }

    private Reading measurements(Request request, Map<String, Window> windows, Positions positions, Measurements into) {
        if (request.whole()) {
            return feed.reader().read(List.of(feed.counts()), feed.deadline(), into::accept);
        }
        Instant since = null;
        for (Map.Entry<String, Window> window : windows.entrySet()) {
            NavigableMap<Long, Step> steps = positions.of(window.getKey());
            for (Step step : steps.tailMap(window.getValue().first(), true).values()) {
                since = since == null || step.at().isBefore(since) ? step.at() : since;
            }
        }
        return since == null
                ? new Reading.Done(0, Map.of())
                : feed.reader().readSince(List.of(feed.counts()), since.minus(MARGIN), feed.deadline(), into::accept);
    }

    private Proof.Result result(
            Request request, String reference, Window window, Positions positions, Measurements measurements)
            throws CommitLogException {
        NavigableMap<Long, Step> steps = positions.of(reference);
        List<Finding> findings = new ArrayList<>();
        positions.odd(reference).stream()
                .filter(finding -> window.holds(finding.sequence()))
                .forEach(findings::add);
        findings.addAll(measurements.odd(reference));
        Spans spans = Spans.of(
                new Spans.Known(
                        reference,
                        steps,
                        sequence -> measurements.of(reference, sequence),
                        request.positionsKept(),
                        nessie.log().noAncestorHash()),
                window);
        findings.addAll(spans.findings());
        FeedAudit audit = new FeedAudit(nessie.excludes(), measurements.before(), request.whole());
        long judged = 0;
        long records = 0;
        for (Spans.Part part : spans.parts()) {
            Span span = part.span();
            List<Finding> found = judge(audit, part);
            findings.addAll(found);
            boolean told = part.judged() != Spans.Judged.NOT
                    && found.stream().noneMatch(finding -> finding.table().isEmpty() && !finding.isMismatch());
            judged += told ? span.sequences().last() - span.sequences().first() + 1 : 0;
            records += told ? span.records().size() : 0;
        }
        findings.addAll(audit.undecided());
        return new Proof.Result(reference, !steps.isEmpty(), window.first(), window.last(), judged, records, findings);
    }

    private List<Finding> judge(FeedAudit audit, Spans.Part part) throws CommitLogException {
        Span span = part.span();
        if (part.judged() == Spans.Judged.AS_REMOVAL) {
            return audit.judgeRemoval(span);
        }
        if (part.judged() == Spans.Judged.NOT) {
            audit.skip(span);
            return List.of();
        }
        try {
            List<TableDiff> diffs = span.stays() ? List.of() : diffs(span);
            if (diffs == null) {
                audit.skip(span);
                return List.of(span.finding(
                        Finding.Kind.UNJUDGED, "", "Nessie's difference has more than " + nessie.pages() + " pages"));
            }
            Evidence evidence = new Evidence(span.reference(), diffs);
            CommitLog.At end = new CommitLog.At(span.reference(), span.to());
            for (TableKey key : audit.questions(span, evidence)) {
                evidence.stands(key, nessie.log().table(end, key));
            }
            return audit.judge(span, evidence);
        } catch (CommitLogException e) {
            if (e.kind() == CommitLogException.Kind.UNAVAILABLE) {
                throw e;
            }
            audit.skip(span);
            return List.of(span.finding(Finding.Kind.UNJUDGED, "", e.getMessage()));
        }
    }

    /** The whole difference; null when it has too many pages. */
    private @Nullable List<TableDiff> diffs(Span span) throws CommitLogException {
        List<TableDiff> diffs = new ArrayList<>();
        String token = null;
        for (int page = 0; page < nessie.pages(); page++) {
            Page<TableDiff> some = nessie.diff()
                    .diff(
                            new CommitLog.At(span.reference(), span.from()),
                            span.to(),
                            new CommitLog.Cut(token, PAGE_SIZE));
            diffs.addAll(some.items());
            token = some.next();
            if (token == null) {
                return diffs;
            }
        }
        return null;
    }
}
