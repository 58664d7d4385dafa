// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;

/**
 * Who this process is in the records it writes.
 *
 * @param id unique among processes: by default host name, process id and start time
 */
record Writer(String id) {
    static Writer of(ServiceConfig config, Clock clock) {
        return new Writer(config.writerId()
                .orElseGet(() -> host() + "-" + ProcessHandle.current().pid() + "-"
                        + Long.toString(clock.millis(), Character.MAX_RADIX)));
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
