// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.MetadataSource;
import dev.nessiewatch.metadata.SnapshotLogReader;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Recordings from metadata text, read as the command reads them, and policies from properties. */
final class Recordings {
    private Recordings() {}

    static Recording of(String text) {
        MetadataSource source = location -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        CensusOutcome outcome = new CensusReader(source, CensusLimits.DEFAULT).read("/recorded", null);
        if (!(outcome instanceof CensusOutcome.Counted counted)) {
            throw new AssertionError(outcome);
        }
        try {
            return new Recording(
                    "recorded",
                    "/recorded",
                    counted.census(),
                    counted.history(),
                    new SnapshotLogReader(source, CensusLimits.DEFAULT).read("/recorded"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Defaults, with some properties set: name, value, name, value. */
    static Policy policy(String... namesAndValues) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.put("nessiewatch.policy." + namesAndValues[i], namesAndValues[i + 1]);
        }
        return Policy.of(new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(PolicyConfig.class)
                .withDefaultValues(properties)
                .build()
                .getConfigMapping(PolicyConfig.class));
    }

    /** Weeks of commits in bursts and pauses: appends, replaces, rollbacks, a branch, tags. */
    static String random(Random random) {
        int count = 50 + random.nextInt(450);
        boolean replaces = random.nextInt(3) == 0;
        long ms = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli() + random.nextInt(1_000_000_000);
        long meanGap = Duration.ofDays(5 + random.nextInt(60)).toMillis() / count;
        List<String> snapshots = new ArrayList<>();
        List<String> log = new ArrayList<>();
        List<String> refs = new ArrayList<>();
        long head = -1;
        for (int i = 0; i < count; i++) {
            ms += 1 + (long) (meanGap * -Math.log(1 - random.nextDouble()) * (random.nextInt(20) == 0 ? 5 : 0.8));
            boolean staged = random.nextInt(60) == 0;
            snapshots.add("{\"snapshot-id\":" + (100 + i)
                    + (head < 0 || replaces && random.nextInt(10) > 0 ? "" : ",\"parent-snapshot-id\":" + head)
                    + ",\"timestamp-ms\":" + ms + ",\"summary\":{\"operation\":\"append\"}}");
            if (!staged) {
                head = 100 + i;
                log.add("{\"timestamp-ms\":" + ms + ",\"snapshot-id\":" + head + "}");
            }
            if (head > 110 && random.nextInt(100) == 0) {
                head -= random.nextInt(8);
                log.add("{\"timestamp-ms\":" + (ms + 1) + ",\"snapshot-id\":" + head + "}");
            }
            if (random.nextInt(150) == 0) {
                refs.add("\"t" + i + "\":{\"snapshot-id\":" + (100 + i) + ",\"type\":\"tag\"}");
            }
        }
        refs.add("\"main\":{\"snapshot-id\":" + head + ",\"type\":\"branch\"}");
        if (random.nextInt(4) == 0) {
            refs.add("\"side\":{\"snapshot-id\":" + (100 + random.nextInt(count)) + ",\"type\":\"branch\"}");
        }
        boolean logged = random.nextInt(4) > 0;
        return "{\"format-version\":2,\"table-uuid\":\"u\",\"last-column-id\":1,\"current-snapshot-id\":" + head
                + ",\"snapshots\":[" + String.join(",", snapshots) + "],\"refs\":{" + String.join(",", refs) + "}"
                + (logged ? ",\"snapshot-log\":[" + String.join(",", log) + "]" : "") + "}";
    }
}
