// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * This process as a child of another. Standard output carries the protocol only (one {@code READY} line, then answers);
 * everything else that is printed goes to standard error, which the parent keeps as a log. When standard input closes,
 * the parent is gone and this process ends at once, so that nothing is ever left behind.
 */
public final class Child {
    /** Below the range that Linux gives to outgoing connections, so that a stopped server's port stays free for it. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_000;
    private static final int TRIES = 100;

    private final PrintStream answers;

    private Child(PrintStream answers) {
        this.answers = answers;
    }

    /** Takes standard output for the protocol. Call first, before any library can print. */
    public static Child takeOutput() {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        return new Child(answers);
    }

    /** Writes one line to the parent. */
    public void say(String line) {
        answers.println(line);
    }

    /** Tells the parent that this process serves, and where. */
    public void ready(String address) {
        say("READY " + address);
    }

    /** Ends this process, from a thread of its own, when the parent is gone. */
    public void endWithParent() {
        Thread thread = new Thread(() -> listen(line -> {}), "parent");
        thread.setDaemon(true);
        thread.start();
    }

    /** Hands each line from the parent to a listener and ends this process, without a return, when the parent is gone. */
    public void listen(Consumer<String> listener) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                listener.accept(line);
            }
        } catch (IOException e) {
            System.err.println("Lost the parent: " + e.getMessage());
        }
        // Not exit: a server that shuts down in good order takes seconds, and its data is thrown away anyway.
        Runtime.getRuntime().halt(0);
    }

    /** Ends this process with one line on standard error. */
    public static void fail(String message, Throwable cause) {
        System.err.println(message);
        cause.printStackTrace();
        Runtime.getRuntime().halt(1);
    }

    /** The value after {@code --name} among the arguments, or the default. */
    public static String option(String[] arguments, String name, String byDefault) {
        for (int i = 0; i + 1 < arguments.length; i++) {
            if (arguments[i].equals("--" + name)) {
                return arguments[i + 1];
            }
        }
        return byDefault;
    }

    /** The wanted port of this machine, or any free one when that is 0. */
    public static int port(int wanted) {
        if (wanted != 0) {
            return wanted;
        }
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port between " + FIRST_PORT + " and " + LAST_PORT);
    }

    /** The usual port when it is free, otherwise any free one. */
    public static int portNear(int usual) {
        return isFree(usual) ? usual : port(0);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
