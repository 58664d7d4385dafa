// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Puts positions and records of one reference together: which transactions led from which commit to which. What does not
 * fit together is a finding here, before Nessie is asked anything.
 */
final class Spans {
    private final String reference;
    private final NavigableMap<Long, Step> steps;
    private final LongFunction<List<Published>> records;
    private final Instant kept;
    private final String root;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /**
     * What is known of a reference.
     *
     * @param reference its name
     * @param steps its positions
     * @param records the records of a sequence
     * @param kept positions written since then cannot have been compacted away
     * @param root hash before every first commit
     */
    record Known(
            String reference,
            NavigableMap<Long, Step> steps,
            LongFunction<List<Published>> records,
            Instant kept,
            String root) {}

    /**
     * A span, and what is to be done with it.
     *
     * @param span it
     * @param judged what to do
     */
    record Part(Span span, Judged judged) {}

    /** What is to be done with a span. */
    enum Judged {
        /** Held against Nessie's difference. */
        BY_DIFF,
        /** The reference was taken off the configuration. */
        AS_REMOVAL,
        /** Its ends are not known; its records are taken over. */
        NOT
    }

    private Spans(Known known) {
        this.reference = known.reference();
        this.steps = known.steps();
        this.records = known.records();
        this.kept = known.kept();
        this.root = known.root();
    }

    /** All spans of a window, in order. */
    static Spans of(Known known, Window window) {
        Spans spans = new Spans(known);
        long sequence = window.first();
        while (sequence <= window.last()) {
            sequence = spans.from(sequence, window.last()) + 1;
        }
        return spans;
    }

    List<Part> parts() {
        return parts;
    }

    List<Finding> findings() {
        return findings;
    }

    /** The window without the rest of a comparison that began before it. */
    static Window whole(NavigableMap<Long, Step> steps, Window window) {
        long first = window.first();
        while (first <= window.last() && isOpen(steps.get(first - 1))) {
            first++;
        }
        return new Window(first, window.last());
    }

    private static boolean isOpen(@Nullable Step step) {
        return step != null && step.target() != null;
    }

    /** Takes the span that begins with a sequence; returns its last one. */
    private long from(long first, long end) {
        Step step = steps.get(first);
        if (step == null) {
            without(first);
            return first;
        }
        long last = first;
        while (isOpen(steps.get(last)) && last < end && steps.get(last + 1) != null) {
            last++;
        }
        Step closing = steps.get(last);
        List<Published> all = new ArrayList<>();
        for (long sequence = first; sequence <= last; sequence++) {
            all.addAll(records.apply(sequence));
        }
        Window sequences = new Window(first, last);
        if (closing == null || isOpen(closing)) {
            unjudged(sequences, all, "a comparison in chunks is still under way");
            return last;
        }
        String from = begin(step, all);
        if (from == null) {
            unjudged(sequences, all, "the position before it is not in the topic any more (compacted)");
            return last;
        }
        Span span = new Span(reference, sequences, from, closing.hash(), all);
        all.forEach(published -> placed(span, published));
        parts.add(new Part(span, Judged.BY_DIFF));
        return last;
    }

    private @Nullable String begin(Step step, List<Published> all) {
        if (step.fresh()) {
            return all.isEmpty() ? root : all.get(0).from();
        }
        Step before = steps.get(step.sequence() - 1);
        if (before != null) {
            return before.hash();
        }
        return all.isEmpty() ? null : all.get(0).from();
    }

    /** A sequence that no position has. */
    private void without(long sequence) {
        List<Published> all = records.apply(sequence);
        Window only = new Window(sequence, sequence);
        boolean removal = !all.isEmpty()
                && all.stream().allMatch(published -> published.reason().equals(Published.REFERENCE_REMOVED));
        if (removal) {
            parts.add(new Part(
                    new Span(reference, only, all.get(0).from(), all.get(0).to(), all), Judged.AS_REMOVAL));
            return;
        }
        Step before = steps.get(sequence - 1);
        Step after = steps.get(sequence + 1);
        if (after != null && after.fresh() && all.isEmpty()) {
            return; // An empty reference was taken off the configuration: nothing of it could leave.
        }
        if (before != null && before.at().isBefore(kept)) {
            unjudged(only, all, "its position is not in the topic any more (compacted)");
            return;
        }
        Span span = new Span(reference, only, hash(before), hash(after), all);
        findings.add(span.finding(
                Finding.Kind.GAP,
                "",
                all.isEmpty()
                        ? "no committed record has this sequence"
                        : all.size() + " records have this sequence, and no position"));
        parts.add(new Part(span, Judged.NOT));
    }

    private static String hash(@Nullable Step step) {
        return step == null ? "unknown" : step.hash();
    }

    private void placed(Span span, Published published) {
        Step own = steps.get(published.sequence());
        String target = own == null || own.target() == null ? span.to() : own.target();
        if (!published.from().equals(span.from()) || !published.to().equals(target)) {
            findings.add(span.finding(
                    Finding.Kind.MISPLACED,
                    Names.of(published.table(), published.standing()),
                    "the record names the commits " + published.from() + " .. " + published.to()
                            + ", its transaction leads from " + span.from() + " to " + target));
        }
    }

    private void unjudged(Window sequences, List<Published> all, String why) {
        Span span = new Span(
                reference, sequences, hash(steps.get(sequences.first() - 1)), hash(steps.get(sequences.last())), all);
        findings.add(span.finding(Finding.Kind.UNJUDGED, "", why));
        parts.add(new Part(span, Judged.NOT));
    }
}
