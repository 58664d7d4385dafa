// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The examples on the page of commands: the block of code after a line {@code <!-- example: NAME -->}. With
 * {@code -Dexamples=write} the page gets what the commands say now, to be looked at before it is committed.
 */
final class Examples {
    private static final Path PAGE = Path.of("docs/commands.md");
    private static final boolean WRITE = "write".equals(System.getProperty("examples"));

    private Examples() {}

    /** Holds what a command said against its example; hashes and ids may be others. */
    static void check(String name, String said) throws IOException {
        String page = Files.readString(PAGE);
        Matcher block = Pattern.compile(
                        "<!-- example: " + Pattern.quote(name) + " -->\\s*```\\w*\\n(.*?)```", Pattern.DOTALL)
                .matcher(page);
        assertThat(block.find()).as(PAGE + " has an example named " + name).isTrue();
        if (WRITE && !plain(said).equals(plain(block.group(1)))) {
            Files.writeString(
                    PAGE, page.substring(0, block.start(1)) + said.strip() + "\n" + page.substring(block.end(1)));
            return;
        }
        assertThat(plain(said)).isEqualTo(plain(block.group(1)));
    }

    /** Holds a picture against the one beside the page. */
    static void checkPicture(String file, String drawn) throws IOException {
        Path picture = PAGE.resolveSibling(file);
        if (WRITE) {
            Files.writeString(picture, drawn);
        }
        assertThat(drawn).isEqualTo(Files.readString(picture));
    }

    private static String plain(String text) {
        return text.replaceAll("[0-9a-f]{64}", "<hash>")
                .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<id>")
                .strip();
    }
}
