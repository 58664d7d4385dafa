// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The census against Jackson's tree model: on random documents, and on the same after somebody broke them. */
class CensusAgainstTreeTest {
    private static final int DOCUMENTS = 3_000;
    private static final int MUTANTS = 20_000;

    @Test
    void countsWhatTheTreeHolds() {
        long seed = Seeds.pick(getClass());
        for (int i = 0; i < DOCUMENTS; i++) {
            Random random = new Random(seed + i);
            byte[] plain = new RandomDocument(random).bytes();
            byte[] stored = random.nextInt(4) == 0 ? BytesSource.gzip(plain) : plain;
            CensusOutcome outcome = BytesSource.read(stored);
            assertThat(outcome).as(what(seed + i, plain)).isInstanceOf(Counted.class);
            Census census = ((Counted) outcome).census();
            compare(census, plain, what(seed + i, plain));
            assertThat(census.bytes().stored()).isEqualTo(stored.length);
        }
    }

    @Test
    void neverCountsABrokenDocumentOtherwiseThanTheTree() {
        long seed = Seeds.pick(getClass());
        int counted = 0;
        for (int i = 0; i < MUTANTS; i++) {
            Random random = new Random(seed + i);
            byte[] mutant = mutate(random, new RandomDocument(random).bytes());
            CensusOutcome outcome = BytesSource.read(mutant);
            if (outcome instanceof Counted whole) {
                counted++;
                compare(whole.census(), mutant, what(seed + i, mutant));
            } else {
                assertThat(((Unreadable) outcome).message())
                        .startsWith(BytesSource.LOCATION)
                        .doesNotContain("\n");
            }
        }
        System.out.println("CensusAgainstTreeTest: " + MUTANTS + " mutants, " + counted + " still counted");
        assertThat(counted).as("mutants that are still documents").isBetween(MUTANTS / 20, MUTANTS - MUTANTS / 20);
    }

    @Test
    void survivesBrokenGzip() {
        long seed = Seeds.pick(getClass());
        for (int i = 0; i < 3_000; i++) {
            Random random = new Random(seed + i);
            byte[] plain = new RandomDocument(random).bytes();
            byte[] mutant = mutate(random, BytesSource.gzip(plain));
            if (BytesSource.read(mutant) instanceof Counted whole) {
                compare(whole.census(), plain, what(seed + i, mutant));
            }
        }
    }

    private static void compare(Census census, byte[] bytes, String what) {
        JsonNode tree = TreeOracle.tree(bytes);
        assertThat(tree.isObject()).as(what).isTrue();
        assertThat(census.snapshots()).as(what).isEqualTo(TreeOracle.snapshots(tree));
        assertThat(census.refs()).as(what).isEqualTo(TreeOracle.refs(tree));
        assertThat(census.formatVersion())
                .as(what)
                .isEqualTo(tree.path("format-version").intValue());
        assertThat(census.schemas()).as(what).isEqualTo(tree.path("schemas").size());
        assertThat(census.statistics())
                .as(what)
                .isEqualTo(tree.path("statistics").size()
                        + tree.path("partition-statistics").size());
        assertThat(census.bytes().decoded()).as(what).isEqualTo(bytes.length);
        assertThat(census.bytes().other()).as(what).isPositive();
    }

    private static byte[] mutate(Random random, byte[] bytes) {
        byte[] mutant = bytes;
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times && mutant.length > 0; i++) {
            mutant = mutateOnce(random, mutant.clone());
        }
        return mutant;
    }

    private static byte[] mutateOnce(Random random, byte[] bytes) {
        int at = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(12));
        switch (random.nextInt(7)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) "{}[]\",:0123456789-.eE\\ tfn".charAt(random.nextInt(26));
            case 2 -> {
                return join(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + length, bytes.length));
            }
            case 3 -> {
                return join(Arrays.copyOf(bytes, at + length), Arrays.copyOfRange(bytes, at, bytes.length));
            }
            case 4 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 5 -> {
                return join(bytes, Arrays.copyOfRange(bytes, at, at + length));
            }
            default -> Arrays.fill(bytes, at, at + length, (byte) random.nextInt(256));
        }
        return bytes;
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static String what(long seed, byte[] bytes) {
        return "seed " + seed + ", base64 " + Base64.getEncoder().encodeToString(bytes);
    }
}
