// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.lake.OutsideText;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import dev.nessiewatch.metadata.ExpiryTerms;
import dev.nessiewatch.metadata.Floor;
import dev.nessiewatch.metadata.Preview;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A few calm lines per file, for people. */
final class InspectText implements InspectReport {
    private static final int LONGEST = 4096;

    private final PrintWriter out;
    private final PrintWriter err;
    private final ExpiryTerms terms;

    InspectText(PrintWriter out, PrintWriter err, ExpiryTerms terms) {
        this.out = out;
        this.err = err;
        this.terms = terms;
    }

    @Override
    public void counted(Counted counted, Preview preview) {
        Census census = counted.census();
        out.println(OutsideText.escaped(counted.location(), LONGEST));
        line("table", "format version " + census.formatVersion() + ", uuid " + uuid(census));
        line("size", size(census));
        line("snapshots", snapshots(census.snapshots()));
        line("references", references(census.refs()));
        line("expiry now", expiry(preview));
        line("floor", floor(preview.floor()));
        line("gc.enabled", gc(census));
        if (!census.flags().isEmpty()) {
            line("odd", census.flags().stream().map(InspectText::words).collect(Collectors.joining(", ")));
        }
    }

    @Override
    public void unreadable(Unreadable unreadable) {
        out.flush();
        err.println(unreadable.kind() + "  " + unreadable.message());
        err.flush();
    }

    private void line(String name, String value) {
        out.println(String.format(Locale.ROOT, "  %-11s %s", name, value));
    }

    private static String uuid(Census census) {
        String uuid = census.tableUuid();
        return uuid == null ? "none" : OutsideText.escaped(uuid, LONGEST);
    }

    private static String size(Census census) {
        Census.Bytes bytes = census.bytes();
        long decoded = Math.max(1, bytes.decoded());
        String packed = census.gzip() ? ", gzip, stored " + number(bytes.stored()) : "";
        return number(bytes.decoded()) + " bytes" + packed + "; snapshots " + bytes.snapshots() * 100 / decoded
                + " %, statistics " + bytes.statistics() * 100 / decoded + " %, schemas "
                + bytes.schemas() * 100 / decoded + " %, logs " + bytes.logs() * 100 / decoded + " %";
    }

    private static String snapshots(Census.Snapshots snapshots) {
        Long oldest = snapshots.oldestMs();
        Long newest = snapshots.newestMs();
        if (oldest == null || newest == null) {
            return "none";
        }
        return number(snapshots.total()) + " (" + number(snapshots.onMain()) + " on main, "
                + number(snapshots.onOtherRefs()) + " on other references, " + number(snapshots.unreferenced())
                + " on none), from " + time(oldest) + " to " + time(newest);
    }

    private static String references(Census.Refs refs) {
        return count(refs.branches(), "branch", "branches") + ", " + count(refs.tags(), "tag", "tags");
    }

    private String expiry(Preview preview) {
        return "removes " + count(preview.removable(), "snapshot", "snapshots") + " older than "
                + time(terms.cutoffMs()) + ", retain last " + terms.retainLast();
    }

    private static String floor(Floor floor) {
        List<String> reasons = new ArrayList<>();
        reason(reasons, floor.mainHead(), "head of main");
        reason(reasons, floor.mainChain(), "main's own settings");
        reason(reasons, floor.branches(), "other branches");
        reason(reasons, floor.tags(), "tags");
        reason(reasons, floor.youngerThanNow(), "dated after now");
        String why = reasons.isEmpty() ? "" : " (" + String.join(", ", reasons) + ")";
        return count(floor.total(), "snapshot", "snapshots") + " that no expiry can remove now" + why;
    }

    private static void reason(List<String> reasons, int count, String why) {
        if (count > 0) {
            reasons.add(number(count) + " " + why);
        }
    }

    private static String gc(Census census) {
        Boolean enabled = census.gcEnabled();
        if (enabled == null) {
            return "not set; Iceberg takes true";
        }
        return enabled ? "true" : "false; Iceberg refuses to expire this table";
    }

    private static String words(Census.Flag flag) {
        return flag.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String count(int count, String one, String many) {
        return number(count) + " " + (count == 1 ? one : many);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
