// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The demo: {@code Demo [--until-verified]}, from the top of the source tree. Starts real servers, writers and
 * nessiewatch, and runs until Ctrl-C; or until the targeted expiry of both growing tables was verified.
 */
public final class Demo {
    private static final Path HOME = Path.of(".demo");
    private static final List<String> GROWING = List.of("reports.appended", "reports.rebuilt");
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final Duration TURN = Duration.ofMillis(500);

    private final Stage stage = new Stage();
    private final Stack stack = new Stack(HOME, stage);
    private final boolean untilVerified;

    private Demo(boolean untilVerified) {
        this.untilVerified = untilVerified;
    }

    public static void main(String[] arguments) {
        List<String> given = List.of(arguments);
        if (!given.isEmpty() && !given.equals(List.of("--until-verified"))) {
            System.err.println("Usage: ./demo [--until-verified]");
            System.exit(2);
        }
        Demo demo = new Demo(!given.isEmpty());
        try {
            claimHome();
            demo.run();
            System.exit(0);
        } catch (IOException | InterruptedException | RuntimeException e) {
            demo.endWith(e);
        }
    }

    /** Ctrl-C reaches all processes at once: a part may be gone a moment before this one knows that it is to end. */
    private void endWith(Exception e) {
        try {
            Thread.sleep(TURN.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!stack.isClosing()) {
            System.err.println(e.getMessage() == null ? e.toString() : e.getMessage());
        }
        System.exit(1);
    }

    private void run() throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "end"));
        stack.start();
        double up = stage.seconds();
        stage.say(
                untilVerified
                        ? "Waits for an effective expiry of " + String.join(" and ", GROWING)
                        : "Runs until Ctrl-C");
        Ledger ledger = new Ledger(stage);
        Delays delays = new Delays();
        try (Topics topics = new Topics(stack.kafka(), ledger, delays)) {
            while (!(untilVerified && ledger.isEffectiveFor(GROWING))) {
                stack.check();
                topics.read(TURN);
                if (untilVerified && stage.seconds() - up > DEADLINE.toSeconds()) {
                    throw late(ledger);
                }
            }
        }
        finish(ledger, delays, stage.seconds() - up);
    }

    private void finish(Ledger ledger, Delays delays, double seconds) throws IOException, InterruptedException {
        Map<String, JsonNode> effective = ledger.effective();
        Map<String, String> held = new Board(stack.application()).heldWithout(ledger.launched());
        effective.forEach(Demo::checkPrediction);
        stack.close();
        System.out.println(Summary.line(effective, held, delays, seconds));
    }

    private static void checkPrediction(String table, JsonNode entry) {
        int predicted = entry.path("order").path("predictedRemoved").asInt();
        int removed = entry.path("verdict").path("removed").asInt();
        if (predicted != removed) {
            throw new IllegalStateException(
                    table + ": " + predicted + " snapshots were predicted to go, " + removed + " went");
        }
    }

    private IllegalStateException late(Ledger ledger) throws InterruptedException {
        String board;
        try {
            board = new Board(stack.application()).words();
        } catch (IOException e) {
            board = " (" + e.getMessage() + ")";
        }
        List<String> missing = GROWING.stream()
                .filter(table -> !ledger.effective().containsKey(table))
                .toList();
        return new IllegalStateException("No effective expiry of " + String.join(" and ", missing) + " within "
                + DEADLINE.toMinutes() + " minutes after all servers were up. nessiewatch says:" + board);
    }

    /** Empties the demo's directory; one demo at a time. */
    private static void claimHome() throws IOException {
        Files.createDirectories(HOME);
        Path lock = HOME.resolve("lock");
        FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            throw new IOException("Another demo runs in " + HOME);
        }
        try (Stream<Path> files = Files.walk(HOME)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(HOME) && !file.equals(lock)) {
                    Files.delete(file);
                }
            }
        }
    }
}
