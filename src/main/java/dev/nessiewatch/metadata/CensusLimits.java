// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.time.Duration;

/**
 * Bounds for reading one file.
 *
 * @param maxDecodedBytes most bytes after gzip; at least 1
 * @param maxNesting deepest nesting of objects and arrays; at least 10
 * @param maxNameLength longest field name and longest kept value, in bytes; at least 256
 * @param maxSnapshots most entries of the snapshot list; at least 1
 * @param deadline longest time, repeats included; more than zero
 */
public record CensusLimits(
        long maxDecodedBytes, int maxNesting, int maxNameLength, int maxSnapshots, Duration deadline) {
    /** The shipped limits. */
    public static final CensusLimits DEFAULT =
            new CensusLimits(4L << 30, 500, 65_536, 5_000_000, Duration.ofSeconds(30));

    public CensusLimits {
        require(maxDecodedBytes >= 1, "max-decoded-bytes", "at least 1");
        require(maxNesting >= 10 && maxNesting <= 10_000, "max-nesting", "10 to 10000");
        require(maxNameLength >= 256 && maxNameLength <= 1 << 20, "max-name-length", "256 to 1048576");
        require(maxSnapshots >= 1, "max-snapshots", "at least 1");
        require(!deadline.isNegative() && !deadline.isZero(), "deadline", "more than zero");
    }

    /**
     * The limits as configured.
     *
     * @throws IllegalArgumentException when a value is out of its range; names the property
     */
    public static CensusLimits of(MetadataConfig config) {
        require(config.parallelism() >= 1 && config.parallelism() <= 64, "parallelism", "1 to 64");
        return new CensusLimits(
                config.maxDecodedBytes(),
                config.maxNesting(),
                config.maxNameLength(),
                config.maxSnapshots(),
                config.deadline());
    }

    private static void require(boolean holds, String property, String range) {
        if (!holds) {
            throw new IllegalArgumentException("nessiewatch.metadata." + property + " must be " + range);
        }
    }
}
