// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.backtest.Result;
import dev.nessiewatch.backtest.Track;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.io.PrintWriter;
import java.time.Duration;

/** One JSON object a location, in order: a contract that other programs read. Times are ISO-8601 in UTC. */
final class BacktestJson implements BacktestReport {
    private final PrintWriter out;

    BacktestJson(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void replayed(Result result) {
        ObjectNode root = located(result.recording().location());
        root.put("table", result.recording().name());
        root.put("from", result.recording().from().toString());
        root.put("to", result.recording().to().toString());
        root.put("snapshots", result.recording().history().size());
        root.putObject("limits")
                .put("snapshots", result.limits().snapshots())
                .put("decodedBytes", result.limits().bytes());
        track(root.putObject("weeklyOnly"), result.weeklyOnly());
        track(root.putObject("targeted"), result.targeted());
        ArrayNode runs = root.putArray("runs");
        for (Result.Run run : result.runs()) {
            runs.addObject()
                    .put("at", run.at().toString())
                    .put("removed", run.removed())
                    .put("left", run.left())
                    .put("tooLate", run.tooLate());
        }
        ObjectNode holds = root.putObject("holdHours");
        result.holds().forEach((outcome, time) -> holds.put(outcome.name(), hours(time)));
        root.put("lostRollbacks", result.lostRollbacks());
        out.println(root);
    }

    @Override
    public void unreadable(Unreadable unreadable) {
        ObjectNode root = located(unreadable.location());
        root.putObject("error")
                .put("kind", unreadable.kind().name())
                .put("message", unreadable.message())
                .put("offset", unreadable.offset());
        out.println(root);
    }

    @Override
    public void unplayable(String location, String why) {
        ObjectNode root = located(location);
        root.putObject("error").put("kind", "UNPLAYABLE").put("message", why).putNull("offset");
        out.println(root);
    }

    private static ObjectNode located(String location) {
        return JsonNodeFactory.instance.objectNode().put("location", location);
    }

    private static void track(ObjectNode node, Track track) {
        node.put("peak", track.peak().snapshots())
                .put("peakAt", track.peak().at().toString())
                .put("hoursOverLimit", hours(track.overLimit()));
    }

    private static double hours(Duration time) {
        return Math.round(time.toMillis() / 36_000.0) / 100.0;
    }
}
