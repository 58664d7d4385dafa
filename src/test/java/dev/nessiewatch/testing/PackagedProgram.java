// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the build packaged, as a command line: jars and a JVM, or the native executable of {@code -Dnative}. */
public final class PackagedProgram {
    private static final Path PROGRAM = Path.of(
                    System.getProperty("packaged.program", "target/quarkus-app/quarkus-run.jar"))
            .toAbsolutePath();

    private PackagedProgram() {}

    /** Whether it is an executable, which takes no options of a JVM but {@code -Xmx} and {@code -D}. */
    public static boolean isNative() {
        return !PROGRAM.toString().endsWith(".jar");
    }

    /**
     * The command that starts it.
     *
     * @param jvmOptions given to a JVM only
     * @param properties system properties, {@code name=value} each
     * @param arguments the program's own
     */
    public static List<String> command(List<String> jvmOptions, List<String> properties, List<String> arguments) {
        if (!Files.exists(PROGRAM)) {
            throw new IllegalStateException("No " + PROGRAM + ": run 'mvn -Dquick -DskipTests package' first");
        }
        List<String> command = new ArrayList<>();
        if (isNative()) {
            command.add(PROGRAM.toString());
            command.add("-Xmx256m");
        } else {
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(jvmOptions);
        }
        properties.forEach(property -> command.add("-D" + property));
        if (!isNative()) {
            command.addAll(List.of("-jar", PROGRAM.toString()));
        }
        command.addAll(arguments);
        return command;
    }
}
