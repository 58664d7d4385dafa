// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.watch.TableDiff;
import dev.nessiewatch.watch.TableEntry;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Short ways to say what a feed and what Nessie hold. Tables are named like their ids; a version is a content. */
final class Told {
    static final String MAIN = "main";
    static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");

    private Told() {}

    static TableId id(String name) {
        return new TableId(name, MAIN);
    }

    static TableKey key(String name) {
        return TableKey.of("ns", name);
    }

    static TableContent content(int version) {
        return new TableContent("s3://lake/" + version + ".metadata.json", version, 0, 0, 0);
    }

    static TableEntry entry(String name, int version) {
        return new TableEntry(name, key(name), content(version));
    }

    static Standing standing(String name, int version) {
        return new Standing(key(name), content(version), null);
    }

    /** Version 0 is "not there". */
    static TableDiff diff(String name, int before, int after) {
        return new TableDiff(
                key(name), before == 0 ? null : entry(name, before), after == 0 ? null : entry(name, after));
    }

    static Published counted(long sequence, String name, int version) {
        return new Published(id(name), sequence, "a", "b", standing(name, version), "");
    }

    static Published unreadable(long sequence, String name, int version, CensusOutcome.Kind kind) {
        return new Published(id(name), sequence, "a", "b", new Standing(key(name), content(version), kind), "");
    }

    static Published renamed(long sequence, String name, String newName, int version) {
        return new Published(id(name), sequence, "a", "b", new Standing(key(newName), content(version), null), "");
    }

    static Published left(long sequence, String name, String reason) {
        return new Published(id(name), sequence, "a", "b", null, reason);
    }

    static Published between(Published published, String from, String to) {
        return new Published(
                published.table(), published.sequence(), from, to, published.standing(), published.reason());
    }

    static Span span(long sequence, Published... records) {
        return new Span(MAIN, new Window(sequence, sequence), "a", "b", List.of(records));
    }

    static Span stays(long sequence, Published... records) {
        return new Span(MAIN, new Window(sequence, sequence), "b", "b", List.of(records));
    }

    static Evidence evidence(TableDiff... diffs) {
        return new Evidence(MAIN, List.of(diffs));
    }

    static Step step(long sequence, String hash, @Nullable String target) {
        return new Step(sequence, hash, target, "w", AT.plusSeconds(sequence), sequence == 1);
    }
}
