// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** What this process does, and how often. */
@ConfigMapping(prefix = "nessiewatch.service")
public interface ServiceConfig {
    /** {@code tail} publishes measurements, {@code trigger} decides and launches, {@code all} does both. */
    @WithDefault("all")
    Role role();

    /** How often decisions are made anew for tables that something happened to, and open runs are looked at; at least 1 s. */
    @WithDefault("5s")
    Duration period();

    /** How often the decision of every table is made anew, whatever happened; at least 1 s. */
    @WithDefault("60s")
    Duration round();

    /** Name of this process in the records it writes; its start time is added. Default: host name and process id. */
    Optional<String> writerId();

    /** What a process does. */
    enum Role {
        TAIL,
        TRIGGER,
        ALL;

        /** Whether it publishes measurements. */
        public boolean tails() {
            return this != TRIGGER;
        }

        /** Whether it decides and launches. */
        public boolean triggers() {
            return this != TAIL;
        }
    }
}
