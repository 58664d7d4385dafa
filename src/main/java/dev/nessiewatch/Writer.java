// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;

/**
 * Who this process is in the records it writes.
 *
 * @param id unique among processes: host name and process id, or the configured name, and the start time
 */
record Writer(String id) {
    static Writer of(ServiceConfig config, Clock clock) {
        String name = config.writerId()
                .orElseGet(() -> host() + "-" + ProcessHandle.current().pid());
        // Two processes that were given one name must still tell each other apart, or they would fence each other for
        // ever.
        return new Writer(name + "-" + Long.toString(clock.millis(), Character.MAX_RADIX));
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
