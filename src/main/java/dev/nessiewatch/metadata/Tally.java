// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.Census.Flag;
import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.metadata.SnapshotHistory.Ref;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns what a walk has found into a census, or into the reason why the document is none. */
final class Tally {
    private static final int OLDEST_VERSION = 1;
    private static final int NEWEST_VERSION = 4;
    private static final long CLOCK_SLACK_MS = 60_000;
    static final String MAIN = "main";

    private final Findings found;
    private final File file;
    private final Set<Flag> flags = EnumSet.noneOf(Flag.class);

    /** The file around the document. */
    record File(String location, boolean gzip, long stored, DecodedText text, boolean trailing) {}

    Tally(Findings found, File file) {
        this.found = found;
        this.file = file;
    }

    Counted outcome(@Nullable Long nessieSnapshotId) throws MetadataAccessException {
        int version = version();
        if (found.complaint != null) {
            throw new MetadataAccessException(Kind.MALFORMED, Shown.line(found.complaint), found.complaintAt);
        }
        int parentless = found.snapshots.parentless();
        Collection<Ref> written = List.copyOf(found.refs.values());
        Map<String, String> maintenance = maintenance();
        SnapshotHistory history = found.snapshots.toHistory(refs(nessieSnapshotId), maintenance);
        Census.Snapshots snapshots = snapshots(history, parentless, mainHead(history, nessieSnapshotId));
        referenceFlags(history, written);
        fileFlags(history, snapshots);
        int branches = (int) written.stream().filter(Ref::branch).count();
        Census census = new Census(
                version,
                found.tableUuid,
                found.currentText,
                file.gzip(),
                bytes(),
                snapshots,
                new Census.Refs(branches, written.size() - branches),
                found.schemas,
                found.statistics + found.partitionStatistics,
                gcEnabled(),
                maintenance,
                List.copyOf(flags));
        return new Counted(file.location(), census, history);
    }

    private int version() throws MetadataAccessException {
        boolean table = found.strongTableField || found.tableField && found.foreignField == null;
        if (!table) {
            String what = found.foreignField == null ? "something else" : "a " + found.foreignField;
            throw new MetadataAccessException(
                    Kind.NOT_A_TABLE, "JSON, but not metadata of a table: it is " + what + "; nothing was counted");
        }
        if (!found.formatVersionWritten) {
            throw new MetadataAccessException(Kind.NOT_A_TABLE, "JSON without format-version; nothing was counted");
        }
        Long version = found.formatVersion;
        if (version != null && (version < OLDEST_VERSION || version > NEWEST_VERSION)) {
            throw new MetadataAccessException(
                    Kind.UNSUPPORTED_VERSION,
                    "format-version " + version + "; this build reads " + OLDEST_VERSION + " to " + NEWEST_VERSION);
        }
        return version == null ? 0 : version.intValue();
    }

    /** The references, with {@code main} where Nessie has it, and made up where the file leaves it out. */
    private List<Ref> refs(@Nullable Long nessieSnapshotId) {
        Map<String, Ref> refs = new LinkedHashMap<>(found.refs);
        Ref main = refs.get(MAIN);
        Long head = nessieSnapshotId != null ? nessieSnapshotId : main == null ? impliedHead() : null;
        if (head == null) {
            return List.copyOf(refs.values());
        }
        if (head == SnapshotHistory.NONE) {
            refs.remove(MAIN);
        } else if (main == null) {
            refs.put(MAIN, new Ref(MAIN, head, true, null, null, null));
        } else {
            refs.put(
                    MAIN,
                    new Ref(MAIN, head, true, main.minSnapshotsToKeep(), main.maxSnapshotAgeMs(), main.maxRefAgeMs()));
        }
        return List.copyOf(refs.values());
    }

    private @Nullable Long impliedHead() {
        return found.refsWritten ? null : found.currentId;
    }

    /** Where main's chain begins; a file whose references leave main out still has a current snapshot. */
    private long mainHead(SnapshotHistory history, @Nullable Long nessieSnapshotId) {
        for (Ref ref : history.refs()) {
            if (ref.name().equals(MAIN)) {
                return ref.snapshotId();
            }
        }
        return nessieSnapshotId == null && found.currentId != null ? found.currentId : SnapshotHistory.NONE;
    }

    private Census.Snapshots snapshots(SnapshotHistory history, int parentless, long mainHead) {
        IdIndex index = new IdIndex(history);
        flag(Flag.DUPLICATE_SNAPSHOT_IDS, index.duplicates() > 0);
        flag(Flag.CURRENT_NOT_IN_LIST, found.currentId != null && index.find(found.currentId) < 0);
        BitSet reached = new BitSet(history.size());
        int onMain = mainHead == SnapshotHistory.NONE ? 0 : reach(history, index, mainHead, reached);
        int onOthers = 0;
        for (Ref ref : history.refs()) {
            onOthers += reach(history, index, ref.snapshotId(), reached);
        }
        int unreferenced = history.size() - index.duplicates() - onMain - onOthers;
        boolean empty = history.size() == 0;
        return new Census.Snapshots(
                history.size(),
                onMain,
                onOthers,
                unreferenced,
                parentless,
                empty ? null : history.oldestMs(),
                empty ? null : history.newestMs());
    }

    private void referenceFlags(SnapshotHistory history, Collection<Ref> written) {
        IdIndex index = new IdIndex(history);
        flag(Flag.REF_TO_NOTHING, written.stream().anyMatch(ref -> index.find(ref.snapshotId()) < 0));
    }

    /** Marks what a reference reaches and nobody did before; each snapshot is passed once, so a loop ends too. */
    private static int reach(SnapshotHistory history, IdIndex index, long head, BitSet reached) {
        int count = 0;
        int at = index.find(head);
        while (at >= 0 && !reached.get(at)) {
            reached.set(at);
            count++;
            at = history.parent(at) == SnapshotHistory.NONE ? -1 : index.find(history.parent(at));
        }
        return count;
    }

    private void fileFlags(SnapshotHistory history, Census.Snapshots snapshots) {
        flag(Flag.DUPLICATE_ROOT_KEYS, found.duplicateRootKeys);
        flag(Flag.ID_BEYOND_INT64, found.ids.odd());
        flag(Flag.TRAILING_BYTES, file.trailing());
        flag(Flag.BYTE_ORDER_MARK, file.text().byteOrderMark());
        Long newest = snapshots.newestMs();
        Long updated = found.lastUpdatedMs;
        flag(
                Flag.FUTURE_SNAPSHOT_TIME,
                newest != null && updated != null && newest > CLOCK_SLACK_MS && newest - CLOCK_SLACK_MS > updated);
        flag(Flag.REST_MANAGED, restManaged(history));
    }

    /**
     * Whether Nessie's REST catalog wrote the file. It numbers every file 00000 and writes one snapshot without a parent
     * and no metadata log. A native table's first file can look the same, but a table that starts there has seen one
     * commit: a sequence number above 1, or the content id that only the server adds, tells them apart. Format version 1
     * has no sequence numbers; without the content id it is not flagged.
     */
    private boolean restManaged(SnapshotHistory history) {
        String name = file.location().substring(file.location().lastIndexOf('/') + 1);
        boolean shape = name.startsWith("00000-")
                && history.size() == 1
                && history.parent(0) == SnapshotHistory.NONE
                && found.metadataLog == 0
                && found.snapshotLog <= 1;
        return shape && (found.lastSequenceNumber > 1 || found.properties.containsKey(PropertyWalk.CONTENT_ID));
    }

    private void flag(Flag flag, boolean holds) {
        if (holds) {
            flags.add(flag);
        }
    }

    private Census.Bytes bytes() {
        long decoded = file.text().bytes();
        long sections = found.snapshotBytes
                + found.schemaBytes
                + found.statisticsBytes
                + found.logBytes
                + found.refBytes
                + found.propertyBytes;
        return new Census.Bytes(
                file.stored(),
                decoded,
                found.snapshotBytes,
                found.schemaBytes,
                found.statisticsBytes,
                found.logBytes,
                found.refBytes,
                found.propertyBytes,
                decoded - sections);
    }

    private @Nullable Boolean gcEnabled() {
        String written = found.properties.get(PropertyWalk.GC_ENABLED);
        return written == null ? null : Boolean.valueOf(Boolean.parseBoolean(written));
    }

    private Map<String, String> maintenance() {
        Map<String, String> kept = new LinkedHashMap<>();
        found.properties.forEach((name, value) -> {
            if (PropertyWalk.isMaintenance(name)) {
                kept.put(name, value);
            }
        });
        return kept;
    }
}
