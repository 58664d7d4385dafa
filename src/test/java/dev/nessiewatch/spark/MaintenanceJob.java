// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands in for the Spark job in tests of the launcher: a real process with the real name, which does what the system
 * property {@code fake} says and waits, where it is told so, for a file to appear, some minutes at most.
 */
public final class MaintenanceJob {
    private static final Duration STEP = Duration.ofMillis(5);
    /** A test that was cut off leaves nothing behind for long. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(3);

    private MaintenanceJob() {}

    public static void main(String[] arguments) throws Exception {
        String behaviour = System.getProperty("fake", "done");
        Path count = Path.of(System.getProperty("starts"));
        Files.writeString(count, (Files.exists(count) ? Files.readString(count) : "") + "start\n");
        if (behaviour.equals("arguments")) {
            Files.writeString(count.resolveSibling("arguments"), String.join("\n", List.of(arguments)));
            Files.writeString(count.resolveSibling("catalog"), String.valueOf(System.getenv("NESSIEWATCH_CATALOG")));
        }
        if (behaviour.equals("wait")) {
            Path release = count.resolveSibling("release");
            long end = System.nanoTime() + LONGEST_WAIT.toNanos();
            while (!Files.exists(release) && Files.exists(count) && System.nanoTime() < end) {
                LockSupport.parkNanos(STEP.toNanos());
            }
        }
        if (behaviour.equals("crash")) {
            System.err.println("the driver ran out of memory");
            System.exit(137);
        }
        System.out.println("noise before the report");
        System.out.println("{\"outcome\":\"EXPIRED\",\"cause\":\"all is well\"}");
    }
}
