// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.TableKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real child processes; the job is a stand-in of the same name. */
class LocalLauncherTest {
    private static final TableKey HOSTILE = TableKey.of("ns", "a \"b\".c'; $(touch /tmp/x) `id` {{x}} 表");

    @TempDir
    Path folder;

    @Test
    void runsTheJobAndReadsItsReport() {
        LocalLauncher launcher = launcher("done");
        ExpiryOrder order = Orders.of("1-a", HOSTILE);

        Launched launched = launcher.launch(order);

        assertThat(launched).isEqualTo(new Launched.Run(RunName.of(order), false));
        await(() -> launcher.state(RunName.of(order)) instanceof RunState.Ended);
        assertThat(launcher.state(RunName.of(order))).isEqualTo(new RunState.Ended(RunState.End.DONE, "all is well"));
    }

    @Test
    void startsOneProcessHoweverOftenItIsAskedAndWhoeverAsks() throws IOException {
        ExpiryOrder order = Orders.of("1-a", HOSTILE);
        launcher("wait").launch(order);
        await(() -> Files.exists(folder.resolve("starts")));

        LocalLauncher afterARestart = launcher("wait");
        assertThat(afterARestart.launch(order)).isEqualTo(new Launched.Run(RunName.of(order), true));
        assertThat(afterARestart.state(RunName.of(order))).isInstanceOf(RunState.Running.class);

        Files.createFile(folder.resolve("release"));
        await(() -> afterARestart.state(RunName.of(order)) instanceof RunState.Ended);
        assertThat(afterARestart.launch(order)).isEqualTo(new Launched.Run(RunName.of(order), true));
        assertThat(Files.readString(folder.resolve("starts"))).isEqualTo("start\n");
    }

    @Test
    void aRunThatHasJustBegunIsNotOver() throws IOException {
        LocalLauncher launcher = launcher("wait");
        for (int i = 0; i < 5; i++) {
            ExpiryOrder order = Orders.of(i + "-a", HOSTILE);
            launcher.launch(order);
            assertThat(launcher.state(RunName.of(order))).isInstanceOf(RunState.Running.class);
        }
        Files.createFile(folder.resolve("release"));
        for (int i = 0; i < 5; i++) {
            String run = RunName.of(Orders.of(i + "-a", HOSTILE));
            await(() -> launcher.state(run) instanceof RunState.Ended);
        }
    }

    @Test
    void ofTwoStartsAtOnceOneIsTheRun() throws Exception {
        ExpiryOrder order = Orders.of("1-a", HOSTILE);
        ExecutorService two = Executors.newFixedThreadPool(4);
        try {
            Callable<Launched> launch = () -> launcher("wait").launch(order);
            for (Future<Launched> launched : two.invokeAll(List.of(launch, launch, launch, launch))) {
                assertThat(launched.get()).isInstanceOf(Launched.Run.class);
            }
        } finally {
            two.shutdown();
        }
        LocalLauncher launcher = launcher("wait");
        await(() -> Files.exists(folder.resolve("starts")));
        Files.createFile(folder.resolve("release"));
        await(() -> launcher.state(RunName.of(order)) instanceof RunState.Ended);
        assertThat(Files.readString(folder.resolve("starts"))).isEqualTo("start\n");
    }

    @Test
    void handsNamesOverAsDataAndTheCatalogByTheEnvironmentOnly() throws IOException {
        LocalLauncher launcher = launcher("arguments");
        ExpiryOrder order = Orders.of("1-a", HOSTILE);

        launcher.launch(order);
        await(() -> launcher.state(RunName.of(order)) instanceof RunState.Ended);

        List<String> arguments = Files.readAllLines(folder.resolve("arguments"));
        assertThat(arguments)
                .doesNotContain("secret")
                .contains("--older-than-ms", "1793491200000", "--order-id", "1-a");
        String table = arguments.get(arguments.indexOf("--table") + 1);
        assertThat(new ObjectMapper().readValue(Base64.getUrlDecoder().decode(table), String[].class))
                .containsExactlyElementsOf(HOSTILE.elements());
        assertThat(Files.readString(folder.resolve("catalog"))).contains("\"s3.secret-access-key\":\"secret\"");
    }

    @Test
    void aJobThatDiesWithoutAReportHasFailedAndItsLastWordsAreKept() {
        LocalLauncher launcher = launcher("crash");
        ExpiryOrder order = Orders.of("1-a", HOSTILE);

        launcher.launch(order);
        await(() -> launcher.state(RunName.of(order)) instanceof RunState.Ended);

        RunState.Ended ended = (RunState.Ended) launcher.state(RunName.of(order));
        assertThat(ended.end()).isEqualTo(RunState.End.FAILED);
        assertThat(ended.cause()).contains("the driver ran out of memory");
    }

    @Test
    void aJavaThatIsNotThereIsSaidInOneLine() {
        LocalLauncher launcher =
                new LocalLauncher(Path.of("/nowhere/java"), "x", List.of(), folder.resolve("runs"), Map.of());
        ExpiryOrder order = Orders.of("1-a", HOSTILE);

        launcher.launch(order);
        await(() -> launcher.state(RunName.of(order)) instanceof RunState.Ended);

        RunState.Ended ended = (RunState.Ended) launcher.state(RunName.of(order));
        assertThat(ended.cause()).contains("/nowhere/java").doesNotContain("\n");
    }

    private LocalLauncher launcher(String behaviour) {
        return new LocalLauncher(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                Path.of("target/test-classes").toAbsolutePath().toString(),
                List.of("-Dfake=" + behaviour, "-Dstarts=" + folder.resolve("starts")),
                folder.resolve("runs"),
                Map.of("s3.secret-access-key", "secret"));
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(120).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time was up").isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
