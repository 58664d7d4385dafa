// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import dev.nessiewatch.spark.Survey.Found;
import dev.nessiewatch.spark.WeeklySummary.TableOutcome;
import java.io.PrintStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;
import org.projectnessie.client.http.HttpClientException;

/**
 * Maintains all tables of a branch, the longest snapshot list first, each on its own: one that fails does not stop the
 * rest. Prints one JSON line a table and one at the end. Every commit is atomic and every step looks at the table as it is,
 * so that a run which was killed at any moment can simply be repeated.
 */
final class WeeklyRun {
    /** A little less than Kubernetes waits between SIGTERM and SIGKILL by default. */
    private static final long GRACE_SECONDS = 25;

    private static final List<Step> STEPS =
            List.of(new ExpireStep(), new RewriteDataFilesStep(), new RewriteManifestsStep(), new OrphanFilesStep());

    private final Week week;
    private final Map<String, String> properties;
    private final Consumer<String> lines;
    private final WeeklySummary summary;
    private int excluded;

    /**
     * Prepares a run.
     *
     * @param catalog how the tables are reached
     * @param lines takes the lines, one by one
     */
    WeeklyRun(Week week, CatalogSettings catalog, Consumer<String> lines) {
        this.week = week;
        this.properties = catalog.signed(week.options().reference(), Week.signature(week.runId()));
        this.lines = lines;
        this.summary = new WeeklySummary(week);
    }

    /** Runs as a process is told to; gives its exit code. On SIGTERM the table at hand and the summary are finished. */
    static int start(String[] arguments, PrintStream report) {
        WeeklyCommand command;
        try {
            command = WeeklyCommand.parse(arguments, System.getenv(CatalogSettings.ENVIRONMENT));
        } catch (UsageException e) {
            System.err.println(e.fault());
            System.err.println(WeeklyOption.help());
            return MaintenanceJob.USAGE;
        }
        WeeklyOptions options = command.options();
        StopSignal stop = new StopSignal();
        CountDownLatch finished = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> waitFor(finished, stop), "weekly-stop"));
        Week week = Week.begin(
                options,
                Clock.systemUTC(),
                () -> SparkExpiry.session("nessiewatch-weekly", options.shufflePartitions()),
                stop);
        try {
            return new WeeklyRun(week, command.catalog(), report::println).run();
        } finally {
            finished.countDown();
        }
    }

    private static void waitFor(CountDownLatch finished, StopSignal stop) {
        stop.tell("the process was told to end");
        try {
            if (!finished.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("The table at hand did not end in time; a later run goes on from there");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Carries the run out; gives the exit code. */
    int run() {
        String failure = null;
        try (WeeklyLake lake = new WeeklyLake(week.options().reference(), properties)) {
            maintain(lake);
        } catch (Stop stop) {
            failure = week.stop().reason() == null ? stop.reason() : null;
        } catch (RuntimeException e) {
            failure = failure(e);
        }
        lines.accept(summary.last(excluded, week.ended(), failure));
        return summary.exitCode(failure);
    }

    private void maintain(WeeklyLake lake) {
        Survey survey;
        try (FileIO files = Hadoop.openFiles(properties)) {
            survey = Survey.of(lake.list(), week.options(), files, week.stop());
        }
        excluded = survey.excluded();
        Archive archive = new Archive(week, lake);
        archive.write(survey.tables());
        for (Found found : survey.tables()) {
            String ended = week.ended();
            if (ended == null) {
                visit(found, lake, archive, survey);
            } else {
                lines.accept(summary.line(found.entry(), TableOutcome.NOT_REACHED, List.of(), ended));
            }
        }
    }

    private void visit(Found found, WeeklyLake lake, Archive archive, Survey survey) {
        Optional<String> skipped = found.entry().key().unaddressable();
        if (skipped.isPresent()) {
            lines.accept(summary.line(found.entry(), TableOutcome.SKIPPED, List.of(), skipped.get()));
            return;
        }
        Visit visit = new Visit(
                week, lake, found.entry(), archive.of(found.entry().contentId()), survey.sharedGround(found.entry()));
        try {
            visit.load();
        } catch (Stop stop) {
            TableOutcome outcome = stop.outcome() == Outcome.REFUSED ? TableOutcome.SKIPPED : TableOutcome.NOT_REACHED;
            lines.accept(summary.line(found.entry(), outcome, List.of(), stop.reason()));
            return;
        } catch (RuntimeException e) {
            lines.accept(summary.line(found.entry(), TableOutcome.FAILED, List.of(), visit.failure(e)));
            return;
        }
        List<StepResult> steps = new ArrayList<>();
        steps.add(visit.archived().result());
        STEPS.forEach(step -> steps.add(visit.carryOut(step)));
        TableOutcome outcome = TableOutcome.of(steps);
        lines.accept(summary.line(found.entry(), outcome, steps, why(outcome, steps)));
    }

    /** The first failure, for those who read one line only. */
    private static String why(TableOutcome outcome, List<StepResult> steps) {
        return outcome != TableOutcome.FAILED
                ? ""
                : steps.stream()
                        .filter(step -> step.did() == StepResult.Did.FAILED)
                        .findFirst()
                        .map(step -> step.step() + ": " + step.why())
                        .orElse("");
    }

    private @Nullable String failure(RuntimeException e) {
        if (week.stop().reason() != null) {
            return null;
        }
        if (e instanceof HttpClientException) {
            return "Nessie does not answer at " + properties.get(CatalogProperties.URI) + ": " + Words.oneLine(e);
        }
        e.printStackTrace();
        return Words.oneLine(e);
    }
}
