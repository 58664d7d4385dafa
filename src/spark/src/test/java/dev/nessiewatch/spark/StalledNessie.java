// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between the job and Nessie: takes the first connections and never answers, as a server that stalls does. */
final class StalledNessie implements AutoCloseable {
    private final ServerSocket server;
    private final URI behind;
    private final int silent;
    private final AtomicInteger taken = new AtomicInteger();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /** @param silent connections that are never answered */
    StalledNessie(String uri, int silent) throws IOException {
        this.behind = URI.create(uri);
        this.silent = silent;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    String uri() {
        return "http://127.0.0.1:" + server.getLocalPort() + behind.getPath();
    }

    /** Connections so far. */
    int taken() {
        return taken.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = server.accept();
            sockets.add(client);
            if (taken.incrementAndGet() > silent) {
                Socket nessie = new Socket(behind.getHost(), behind.getPort());
                sockets.add(nessie);
                start(() -> pass(client, nessie));
                start(() -> pass(nessie, client));
            }
        }
    }

    private static void pass(Socket from, Socket to) throws IOException {
        from.getInputStream().transferTo(to.getOutputStream());
        to.shutdownOutput();
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | UncheckedIOException e) {
                // The test is over, or one side has closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private interface Work {
        void run() throws IOException;
    }
}
