// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Kill -9 of the trigger at each point of an order's life. */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
class TriggerKilledIT {
    private static final int STARTS_KILLED = Site.LONG ? 20 : 2;
    private static final int TABLES = 3;
    private static final List<String> PHASES = List.of("INTENDED", "LAUNCHED", "ENDED", "VERIFIED");
    private static final Duration DEADLINE = Duration.ofSeconds(180);

    /**
     * Stands where Java is expected: notes the order, kills the trigger when told to, waits until it may go on, five
     * minutes at most, and becomes the job.
     */
    private static final String SCRIPT = """
            #!/bin/sh
            before=
            for word in "$@"; do
              [ "$before" = --order-id ] && echo "$word" >> '%1$s/started'
              before=$word
            done
            if rm '%1$s/kill-parent' 2> /dev/null; then kill -9 $PPID; fi
            left=1500
            until [ -e '%1$s/release' ] || [ $left = 0 ]; do sleep 0.2; left=$((left - 1)); done
            exec '%2$s' "$@"
            """;

    @Test
    void noOrderIsCarriedOutTwiceAndNoneIsForgotten() throws Exception {
        Random random = Site.random(TriggerKilledIT.class);
        try (Site site = Site.open()) {
            Map<String, String> settings = settings(site);
            for (int i = 0; i < TABLES; i++) {
                site.catalog().put("main", "grown" + i, grown(site));
            }
            try (Service tail = Service.start("trigger-tail", "tail", settings).awaitReady()) {
                betweenIntentAndLaunch(site, settings);
                betweenLaunchAndItsRecord(site, settings);
                duringStarts(settings, random);
                betweenLaunchAndVerdict(site, settings);
                site.catalog().put("main", "late", grown(site));
                try (Service last = Service.start("trigger-last", "trigger", settings)) {
                    awaitPhase(site, last, "VERIFIED", TABLES + 1);
                }
                assertThat(tail.isAlive()).isTrue();
            }
            assertEachOrderOnce(site);
        }
    }

    /** No run can be created, so every order stays intended until the trigger dies. */
    private static void betweenIntentAndLaunch(Site site, Map<String, String> settings) throws IOException {
        Map<String, String> blocked = new HashMap<>(settings);
        blocked.put(
                "nessiewatch.launch.local.runs",
                Files.createFile(site.folder().resolve("no-folder")).toString());
        try (Service trigger = Service.start("trigger-blocked", "trigger", blocked)) {
            awaitPhase(site, trigger, "INTENDED", TABLES);
        }
        assertThat(started(site)).isEmpty();
    }

    /** The run itself kills the trigger, before or while the launch is written down. */
    private static void betweenLaunchAndItsRecord(Site site, Map<String, String> settings) throws IOException {
        for (int i = 1; i <= 2; i++) {
            Files.createFile(site.folder().resolve("kill-parent"));
            try (Service trigger = Service.start("trigger-launching-" + i, "trigger", settings)) {
                assertThat(trigger.awaitEnd(DEADLINE)).as("killed").isEqualTo(128 + 9);
            }
            assertThat(started(site)).hasSizeGreaterThanOrEqualTo(i);
        }
    }

    private static void duringStarts(Map<String, String> settings, Random random) {
        for (int i = 0; i < STARTS_KILLED; i++) {
            try (Service trigger = Service.start("trigger-starting-" + i, "trigger", settings)) {
                Waiting.pass(Duration.ofMillis(500 + random.nextInt(5000)));
                trigger.kill();
            }
        }
    }

    /** The runs end while no trigger is there. */
    private static void betweenLaunchAndVerdict(Site site, Map<String, String> settings) throws IOException {
        try (Service trigger = Service.start("trigger-following", "trigger", settings)) {
            awaitPhase(site, trigger, "LAUNCHED", TABLES);
        }
        Files.createFile(site.folder().resolve("release"));
    }

    private static void assertEachOrderOnce(Site site) throws IOException {
        Map<String, List<String>> phases = phases(site);
        assertThat(phases).hasSize(TABLES + 1);
        phases.forEach((order, seen) -> assertThat(seen).as(order).isEqualTo(PHASES));
        assertThat(started(site)).containsExactlyInAnyOrderElementsOf(phases.keySet());
        List<Long> sequences = site.reader().orders().stream()
                .map(entry -> entry.path("sequence").asLong())
                .sorted()
                .toList();
        assertThat(sequences)
                .isEqualTo(IntStream.rangeClosed(1, sequences.size())
                        .mapToObj(Long::valueOf)
                        .toList());
        System.out.println(
                "Orders: " + phases.size() + ", started " + started(site).size() + ", verified "
                        + phases.values().stream()
                                .filter(seen -> seen.contains("VERIFIED"))
                                .count());
    }

    private static void awaitPhase(Site site, Service trigger, String phase, int orders) {
        Waiting.until(
                () -> orders + " orders " + phase + ", not " + phases(site) + "\n" + trigger.tail(),
                DEADLINE,
                () -> phases(site).values().stream()
                                .filter(seen -> seen.contains(phase))
                                .count()
                        >= orders);
    }

    /** The phases of each order, in the order of their records. */
    private static Map<String, List<String>> phases(Site site) {
        Map<String, List<String>> phases = new LinkedHashMap<>();
        for (JsonNode entry : site.reader().orders()) {
            phases.computeIfAbsent(entry.path("order").path("id").asText(), id -> new ArrayList<>())
                    .add(entry.path("phase").asText());
        }
        return phases;
    }

    private static List<String> started(Site site) throws IOException {
        Path file = site.folder().resolve("started");
        return Files.exists(file) ? Files.readAllLines(file) : Collections.emptyList();
    }

    private static Map<String, String> settings(Site site) throws IOException {
        Path java = site.folder().resolve("java");
        String real = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Files.writeString(java, SCRIPT.formatted(site.folder(), real));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> settings = site.settings(List.of("main"));
        settings.put("nessiewatch.policy.limit.snapshots", "20");
        settings.put("nessiewatch.policy.minimum-benefit", "5");
        settings.put("nessiewatch.launch.mode", "local");
        settings.put("nessiewatch.launch.max-open-runs", "10");
        settings.put("nessiewatch.launch.catalog.uri", site.nessie().uri().toString());
        settings.put("nessiewatch.launch.catalog.warehouse", site.folder().toString());
        settings.put("nessiewatch.launch.local.java", java.toString());
        settings.put(
                "nessiewatch.launch.local.class-path",
                Path.of("target/test-classes").toAbsolutePath().toString());
        settings.put(
                "nessiewatch.launch.local.java-options",
                "-Xmx32m,-Dstarts=" + site.folder().resolve("job-starts"));
        settings.put(
                "nessiewatch.launch.local.runs", site.folder().resolve("runs").toString());
        return settings;
    }

    /** Sixty snapshots, twelve hours apart: about 45 of them are older than a week. */
    private static String grown(Site site) {
        return site.warehouse().write(60, Duration.ofHours(12), Instant.now());
    }
}
