// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Map;

/** How metadata files are read: limits, and the stores they lie in. */
@ConfigMapping(prefix = "nessiewatch.metadata")
public interface MetadataConfig {
    /** Most bytes of one file after gzip; more is {@code TOO_LARGE}. At least 1; default 4294967296 (4 GiB). */
    @WithDefault("4294967296")
    long maxDecodedBytes();

    /** Deepest nesting of objects and arrays in one file; more is {@code TOO_LARGE}. 10 to 10000; default 500. */
    @WithDefault("500")
    int maxNesting();

    /**
     * Longest field name, and longest value of a field that is kept, in bytes of UTF-8; more is {@code TOO_LARGE}. Long
     * values of other fields are skipped and have no limit. 256 to 1048576; default 65536.
     */
    @WithDefault("65536")
    int maxNameLength();

    /**
     * Most snapshots of one file; more is {@code TOO_LARGE}. A snapshot takes 24 bytes of heap while a file is read, and
     * up to 60 while an expiry is previewed. At least 1; default 5000000.
     */
    @WithDefault("5000000")
    int maxSnapshots();

    /** Longest time for one file, repeats included; more is {@code UNAVAILABLE}. More than zero; default 30 s. */
    @WithDefault("PT30S")
    Duration deadline();

    /** Files read at the same time. 1 to 64; default 4. */
    @WithDefault("4")
    int parallelism();

    /**
     * Where and how to read, under Iceberg's own FileIO names: {@code s3.endpoint}, {@code s3.access-key-id},
     * {@code s3.secret-access-key}, {@code s3.session-token}, {@code s3.path-style-access}, {@code client.region};
     * {@code io-impl}, {@code gcs.*}, {@code adls.*} for other stores. Default none: the AWS SDK's own chain of
     * credentials and regions. Values never appear in messages.
     */
    Map<String, String> properties();
}
