// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** Whether the ports that this process is to serve on are free: a start that cannot have them ends before anything else. */
final class Ports {
    private static final List<String> SERVERS = List.of("quarkus.http", "quarkus.management");

    private Ports() {}

    /** One line for each port that cannot be opened now. */
    static List<String> problems(Config config) {
        List<String> problems = new ArrayList<>();
        int page = port("quarkus.http", config);
        if (page > 0 && page == port("quarkus.management", config)) {
            // Nobody would refuse it: one process may open a port twice, and then each server gets some of the
            // requests.
            problems.add(
                    "quarkus.http.port and quarkus.management.port are both " + page + "; give each a port of its own");
        }
        for (String server : SERVERS) {
            if (!opens(server, config)) {
                continue;
            }
            int port = port(server, config);
            String host =
                    config.getOptionalValue(server + ".host", String.class).orElse("0.0.0.0");
            String why = port <= 0 ? "" : whyNot(host, port);
            if (!why.isEmpty()) {
                problems.add(server + ".port is " + port + ", which cannot be opened on " + host + " (" + why
                        + "); set it to a free port, or end the process that holds it");
            }
        }
        return problems;
    }

    private static int port(String server, Config config) {
        return config.getOptionalValue(server + ".port", Integer.class).orElse(0);
    }

    private static boolean opens(String server, Config config) {
        return config.getOptionalValue(server + ".host-enabled", Boolean.class).orElse(true)
                && !config.getOptionalValue(server + ".insecure-requests", String.class)
                        .orElse("enabled")
                        .equalsIgnoreCase("disabled");
    }

    private static String whyNot(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As the server itself will: a connection that is still being closed holds nobody up.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
            return "";
        } catch (IOException | IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
