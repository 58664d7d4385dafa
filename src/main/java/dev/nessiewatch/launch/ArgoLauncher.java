// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.OutsideText;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.observe.Neighbours;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Has runs carried out by Argo Workflows: one order, one Workflow, under a name that is made from the order and never used
 * again. So a create may be sent a second time whenever its answer was lost: the server turns away the second one, and the
 * annotation with the order id tells whether the first one is ours.
 *
 * <p>What the server refuses for good ends the order. What an operator or time can mend (a permission, a quota, an
 * overloaded or absent server) is tried again, less and less often, until {@code nessiewatch.launch.run-deadline}. Not safe
 * for several threads at once.
 */
public final class ArgoLauncher implements Launcher {
    /** The neighbour that readiness and the log speak of. */
    public static final String NEIGHBOUR = "kubernetes";

    private static final Logger LOG = Logger.getLogger(ArgoLauncher.class);
    private static final String REPORTER = "launcher";

    private final KubernetesApi api;
    private final String namespace;
    private final String template;
    private final Duration pendingLimit;
    private final Duration quotaBackOff;
    private final Neighbours neighbours;
    private final Clock clock;
    private final ArgoContract contract;
    private final @Nullable WeeklyCron weekly;
    /** After the server itself was in trouble: nothing is asked. */
    private final BackOff server;
    /** After the namespace took no Workflow: none is created, but runs are followed. */
    private final BackOff creates;

    ArgoLauncher(KubernetesApi api, LaunchConfig.Argo config, Neighbours neighbours, Clock clock) {
        this.api = api;
        this.namespace = config.namespace().orElse("");
        this.template = config.template();
        this.pendingLimit = config.pendingLimit();
        this.quotaBackOff = config.quotaBackOff();
        this.neighbours = neighbours;
        this.clock = clock;
        this.contract = new ArgoContract(api, namespace, template, neighbours, clock);
        this.weekly = config.cronWorkflow()
                .map(name -> new WeeklyCron(
                        api, new WeeklyCron.Place(namespace, name, config.weeklyRunningLimit()), neighbours, clock))
                .orElse(null);
        this.server = new BackOff(config.backOff(), config.longestBackOff(), clock);
        this.creates = new BackOff(config.backOff(), config.longestBackOff(), clock);
    }

    @Override
    public String name() {
        return "argo";
    }

    @Override
    public void tend() {
        if (server.holds().isPresent()) {
            return;
        }
        contract.check();
        if (weekly != null) {
            weekly.look();
        }
    }

    @Override
    public WeeklyRun weekly() {
        return weekly == null ? WeeklyRun.UNKNOWN : weekly.seen();
    }

    @Override
    public Launched launch(ExpiryOrder order) {
        Map<String, String> values = WorkflowParameters.of(order);
        Optional<String> unsafe = WorkflowParameters.problem(values);
        if (unsafe.isPresent()) {
            return new Launched.Refused("No Workflow is made of this order: " + unsafe.get());
        }
        Optional<String> held = server.holds().or(creates::holds);
        if (held.isPresent()) {
            return new Launched.Later(held.get());
        }
        Answer answer = api.post(Paths.create(namespace), ArgoWorkflow.of(order, values, template));
        if (answer instanceof Answer.None none) {
            return new Launched.Later(down(none.why(), null));
        }
        return created(order, (Answer.Given) answer);
    }

    private Launched created(ExpiryOrder order, Answer.Given given) {
        if (given.isSuccess()) {
            return run(order, false);
        }
        // By the status alone: of the reasons that may stand beside it, some servers give another one.
        if (given.code() == 409) {
            return claimed(order);
        }
        String why = ApiWords.notCreated(given, namespace);
        if (given.isTrouble() && !given.message().contains("request is too large")) {
            return new Launched.Later(down(why, given.retryAfter()));
        }
        if (ApiWords.isQuota(given)) {
            neighbours.well(NEIGHBOUR, REPORTER);
            creates.failed(why, quotaBackOff);
            return new Launched.Later(why);
        }
        return switch (given.code()) {
            case 401, 403, 404 -> {
                neighbours.trouble(NEIGHBOUR, REPORTER, why);
                creates.failed(why, given.retryAfter());
                yield new Launched.Later(why);
            }
            default -> new Launched.Refused(why);
        };
    }

    /** The name is taken: by this order, whose first create came through, or by something that must not be touched. */
    private Launched claimed(ExpiryOrder order) {
        String name = RunName.of(order);
        Answer answer = api.get(Paths.workflow(namespace, name));
        if (answer instanceof Answer.None none) {
            return new Launched.Later(down(none.why(), null));
        }
        Answer.Given given = (Answer.Given) answer;
        if (given.isSuccess()) {
            return isOurs(order, given.body()) ? run(order, true) : inTheWay(name, given.body());
        }
        // It was there a moment ago. A second one under its name might do the work twice; HEAD tells what it did.
        if (given.code() == 404) {
            return run(order, true);
        }
        String why = "The Workflow " + name + " in namespace " + namespace + " exists and cannot be read ("
                + given.words() + "); grant `get` on workflows.argoproj.io to the service account";
        if (given.isTrouble()) {
            return new Launched.Later(down(why, given.retryAfter()));
        }
        creates.failed(why, null);
        return new Launched.Later(why);
    }

    private static boolean isOurs(ExpiryOrder order, JsonNode workflow) {
        return order.id().equals(ArgoWorkflow.orderId(workflow))
                && order.table().contentId().equals(ArgoWorkflow.parameter(workflow, "content-id"));
    }

    private Launched inTheWay(String name, JsonNode workflow) {
        String why = "A Workflow " + name + " in namespace " + namespace + " is in the way: it carries the order id '"
                + OutsideText.one(ArgoWorkflow.orderId(workflow), 80)
                + "', not that of this order. Somebody else made it;"
                + " find out who, and delete it when it is of no use";
        LOG.error(why);
        return new Launched.Refused(why);
    }

    private Launched run(ExpiryOrder order, boolean adopted) {
        server.succeeded();
        creates.succeeded();
        neighbours.well(NEIGHBOUR, REPORTER);
        return new Launched.Run(RunName.of(order), adopted);
    }

    @Override
    public RunState state(String run) {
        Optional<String> held = server.holds();
        if (held.isPresent()) {
            return new RunState.Unknown(held.get());
        }
        Answer answer = api.get(Paths.workflow(namespace, run));
        if (answer instanceof Answer.None none) {
            return new RunState.Unknown(down(none.why(), null));
        }
        Answer.Given given = (Answer.Given) answer;
        if (given.isTrouble()) {
            return new RunState.Unknown(
                    down("The Workflow " + run + " cannot be read: " + given.words(), given.retryAfter()));
        }
        server.succeeded();
        return given.isSuccess() ? followed(run, given.body()) : unread(run, given);
    }

    private RunState followed(String run, JsonNode workflow) {
        neighbours.well(NEIGHBOUR, REPORTER);
        String orderId = ArgoWorkflow.orderId(workflow);
        TableId table = new TableId(
                ArgoWorkflow.parameter(workflow, "content-id"), ArgoWorkflow.parameter(workflow, "reference"));
        if (!RunName.belongsTo(run, orderId, table)) {
            return new RunState.Unknown("The Workflow " + run + " in namespace " + namespace
                    + " is not the one that was created: it carries the order id '" + OutsideText.one(orderId, 80)
                    + "'. Somebody else made it under this name; what the run did is seen at HEAD when its deadline has"
                    + " passed");
        }
        return WorkflowStatus.of(workflow, clock.instant(), pendingLimit);
    }

    private RunState unread(String run, Answer.Given given) {
        if (given.isUnknownKind()) {
            return new RunState.Unknown(ApiWords.noArgo(namespace));
        }
        if (given.code() == 404) {
            return new RunState.Ended(
                    RunState.End.GONE,
                    "the Workflow " + run + " is gone from namespace " + namespace
                            + ": deleted, or collected after its time to live");
        }
        String why = "The Workflow " + run + " in namespace " + namespace + " may not be read (" + given.words()
                + "); grant `get` on workflows.argoproj.io to the service account";
        neighbours.trouble(NEIGHBOUR, REPORTER, why);
        return new RunState.Unknown(why);
    }

    /** Notes that the server does not do its part; returns the words. */
    private String down(String why, @Nullable Duration retryAfter) {
        server.failed(why, retryAfter);
        neighbours.trouble(NEIGHBOUR, REPORTER, why);
        return why;
    }

    @Override
    public void close() {
        api.close();
    }
}
