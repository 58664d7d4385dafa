// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.launch.DriverSize;
import dev.nessiewatch.testing.ApiCaller;
import dev.nessiewatch.testing.OnRealApiServer;
import dev.nessiewatch.testing.RealApiServer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The admission policy at work in a real API server: what the trigger's own token may submit. */
@OnRealApiServer
class RealAdmissionTest {
    private static final String DRY_RUN = "apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflows?dryRun=All";
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration STEP = Duration.ofMillis(200);

    private final RealApiServer server;
    private @Nullable ApiCaller trigger;

    RealAdmissionTest(RealApiServer server) {
        this.server = server;
    }

    @BeforeEach
    void thePolicyIsInForce() {
        server.requireMinor(30, "ValidatingAdmissionPolicy");
        AppliedOverlay.of(server, "prod");
        ApiCaller caller = server.as("nessiewatch", "nessiewatch-trigger");
        trigger = caller;
        ObjectNode probe = TriggerWorkflows.hostile().get(0).workflow();
        long end = System.nanoTime() + DEADLINE.toNanos();
        // A server takes a new policy up within seconds.
        while (caller.post(DRY_RUN, probe).code() == 201) {
            assertThat(System.nanoTime()).as("policy in force").isLessThan(end);
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    @AfterEach
    void close() {
        if (trigger != null) {
            trigger.close();
        }
    }

    static List<TriggerWorkflows.Hostile> hostile() {
        return TriggerWorkflows.hostile();
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void refuses(TriggerWorkflows.Hostile hostile) {
        ApiCaller.Reply reply = submit(hostile.workflow());

        assertThat(reply.code()).as(reply.message()).isEqualTo(422);
        assertThat(hostile.messages())
                .as(reply.message())
                .anyMatch(message -> reply.message().contains(message));
    }

    @Test
    void letsAnOrderInWithEverySizeOfADriver() {
        for (DriverSize size : DriverSize.values()) {
            ObjectNode workflow = fitting();
            TriggerWorkflows.set(workflow, "driver-memory", size.driverMemory());
            TriggerWorkflows.set(workflow, "max-result-size", size.maxResultSize());
            TriggerWorkflows.set(workflow, "pod-memory", size.podMemory());

            assertThat(submit(workflow).message()).as(size.name()).isEmpty();
        }
    }

    @Test
    void letsTheLongestNameOfATableIn() {
        ObjectNode workflow = fitting();
        TriggerWorkflows.set(workflow, "table", "x".repeat(8192));
        TriggerWorkflows.set(workflow, "reference", "a".repeat(512));

        assertThat(submit(workflow).message()).isEmpty();
    }

    @Test
    void isNotInTheWayOfOthers() {
        for (TriggerWorkflows.Hostile hostile : TriggerWorkflows.hostile()) {
            assertThat(server.admin().post(DRY_RUN, hostile.workflow()).message())
                    .as(hostile.what())
                    .doesNotContain("ValidatingAdmissionPolicy");
        }
    }

    private ApiCaller.Reply submit(ObjectNode workflow) {
        return Objects.requireNonNull(trigger).post(DRY_RUN, workflow);
    }

    /** Under a name that nobody has stored. */
    private static ObjectNode fitting() {
        ObjectNode workflow = TriggerWorkflows.fitting();
        TriggerWorkflows.metadata(workflow).put("name", "nessiewatch-admission-trial");
        return workflow;
    }
}
