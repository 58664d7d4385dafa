// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between clients and a broker and passes everything on, but for the answers to some requests to write: those it lets
 * the broker give, and then ends the connection instead of handing them over.
 */
final class AnswerLosingProxy implements AutoCloseable {
    /** Kafka's number of the request to write records. */
    private static final short PRODUCE = 0;

    private final ServerSocket socket;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger toLose = new AtomicInteger();
    private final AtomicInteger produces = new AtomicInteger();
    private volatile int broker;

    AnswerLosingProxy() throws IOException {
        this.socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    }

    int port() {
        return socket.getLocalPort();
    }

    /** Where to pass everything on to. */
    void to(String address) {
        broker = Integer.parseInt(address.substring(address.indexOf(':') + 1));
        threads.execute(this::accept);
    }

    /** Loses the answers to the next requests to write. */
    void lose(int answers) {
        toLose.set(answers);
    }

    /** Requests to write so far. */
    int produces() {
        return produces.get();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                threads.execute(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Kafka answers the requests of one connection in their order, so one at a time is enough. */
    private void serve(Socket client) {
        try (client;
                Socket server = new Socket("127.0.0.1", broker)) {
            DataInputStream requests = new DataInputStream(client.getInputStream());
            DataInputStream answers = new DataInputStream(server.getInputStream());
            DataOutputStream toServer = new DataOutputStream(server.getOutputStream());
            DataOutputStream toClient = new DataOutputStream(client.getOutputStream());
            while (true) {
                byte[] request = frame(requests);
                write(toServer, request);
                boolean produce = ByteBuffer.wrap(request).getShort() == PRODUCE;
                if (produce) {
                    produces.incrementAndGet();
                }
                byte[] answer = frame(answers);
                if (produce && toLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    return;
                }
                write(toClient, answer);
            }
        } catch (IOException e) {
            // One of the two ended the connection; so does this end of it.
            return;
        }
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    private static void write(DataOutputStream out, byte[] frame) throws IOException {
        out.writeInt(frame.length);
        out.write(frame);
        out.flush();
    }
}
