// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.Random;

/** Seeds of generated tests: new ones each run, printed, and replayable by {@code -Dnessiewatch.seed=…}. */
final class Seeds {
    private Seeds() {}

    static long pick(Class<?> test) {
        String given = System.getProperty("nessiewatch.seed");
        long seed = given == null ? new Random().nextLong() : Long.parseLong(given);
        System.out.println(test.getSimpleName() + ": replay with -Dnessiewatch.seed=" + seed);
        return seed;
    }
}
