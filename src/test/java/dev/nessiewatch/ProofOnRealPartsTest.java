// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code prove} on a real Nessie and a real broker: what the tail publishes holds, and what is planted is found. */
@Timeout(180)
class ProofOnRealPartsTest extends ProofParts {
    @Test
    void holdsThroughRandomCommitsReassignsAndRestarts() throws Exception {
        long seed = 20261130;
        Random random = new Random(seed);
        System.out.println("seed " + seed);
        List<String> heads = new ArrayList<>();
        CommitToEvent tail = tail(EXCLUDES, 7);
        for (int round = 0; round < 25; round++) {
            for (int i = random.nextInt(6); i >= 0; i--) {
                write(random);
            }
            heads.add(head());
            if (round % 8 == 5) {
                assign(heads.get(random.nextInt(heads.size())));
            }
            if (round % 6 == 4) {
                tail = tail(EXCLUDES, 7);
            }
            tail.turn();
        }
        assertThat(prove("--ref", branch)).as(out + "" + err).isZero();
        assertThat(out.toString()).contains("equal to Nessie").doesNotContain("UNJUDGED");
        assertThat(prove("--last", "3", "--json")).isZero();
        assertThat(out.toString()).contains("\"judged\":3");
    }

    @Test
    void holdsWhenTheExcludesChangeAndAReferenceComesAndGoes() throws Exception {
        put("a", 1);
        put("b__dbt_tmp", 1);
        tail(EXCLUDES, 500).turn();
        put("b__dbt_tmp", 2);
        tail(List.of("(?!)"), 500).turn();
        tail(EXCLUDES, 500).turn();
        tailOf(List.of("main"), EXCLUDES, 500).turn();
        put("a", 2);
        tail(EXCLUDES, 500).turn();
        assertThat(prove("--ref", branch)).as(out + "" + err).isZero();
        assertThat(prove("--ref", "nobody")).isEqualTo(1);
        assertThat(out.toString()).contains("nothing was ever published of it");
    }

    @Test
    void holdsWhenTheHistoryIsCutAway() throws Exception {
        put("a", 1);
        tail(EXCLUDES, 500).turn();
        send("positions", branch, position(99, "00000000000000000000000000000000000000000000000000000000deadbeef"));
        assertThat(prove("--ref", branch)).isEqualTo(1);
        assertThat(out.toString()).contains("GAP").contains("UNJUDGED").contains("deadbeef");
    }

    @Test
    void findsALossADoubleAndAForgedContent() throws Exception {
        put("a", 1);
        put("b", 1);
        CommitToEvent tail = tail(EXCLUDES, 500);
        tail.turn();
        assertThat(prove("--ref", branch)).as(out + "" + err).isZero();
        ConsumerRecord<byte[], byte[]> last = records("snapshot-counts").get(0);
        resend(last);
        assertThat(prove("--ref", branch)).isEqualTo(1);
        assertThat(out.toString().lines().filter(line -> line.startsWith("DOUBLED")))
                .hasSize(1);
        put("a", 2);
        String lost = head();
        send("positions", branch, position(2, lost));
        assertThat(prove("--ref", branch, "--json")).isEqualTo(1);
        assertThat(out.toString())
                .contains("\"kind\":\"MISSING\"")
                .contains("ns.a")
                .contains(lost);
    }

    @Test
    void saysWhenNobodyAnswers() {
        assertThat(run("prove", "--bootstrap-servers", "localhost:1", "--timeout", "2s"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("localhost:1").doesNotContain("\tat ");
        assertThat(run("prove", "--last", "0")).isEqualTo(2);
        assertThat(run("prove", "--exclude", "(")).isEqualTo(2);
        assertThat(run("prove", "--help")).isZero();
        assertThat(out.toString()).contains("--bootstrap-servers").contains("UNJUDGED");
    }
}
