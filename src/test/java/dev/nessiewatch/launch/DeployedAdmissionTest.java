// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.deploy.AdmissionPolicy;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.testing.Tool;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the launcher really builds is let in by the admission policy of {@code deploy/k8s}. */
class DeployedAdmissionTest {
    @Test
    void letsInWhatTheLauncherCreates() {
        Tool.KUBECTL.require();
        for (TableKey key : List.of(
                TableKey.of("ns", "t"),
                TableKey.of("reports", "daily \"x.y\" {{workflow.name}} $(HOME) t@dev"),
                TableKey.of("\u00fc".repeat(200), "\u6f22".repeat(300)))) {
            ExpiryOrder order = Orders.of("42", key);
            ObjectNode workflow = ArgoWorkflow.of(order, WorkflowParameters.of(order), "iceberg-expire-snapshots");

            assertThat(AdmissionPolicy.refusals(workflow)).as(key.display()).isEmpty();
        }
    }

    @Test
    void refusesItUnderAnotherTemplate() {
        Tool.KUBECTL.require();
        ExpiryOrder order = Orders.of("42", TableKey.of("ns", "t"));

        assertThat(AdmissionPolicy.refusals(
                        ArgoWorkflow.of(order, WorkflowParameters.of(order), "iceberg-weekly-maintenance")))
                .hasSize(1);
    }
}
