// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.File;
import java.io.InputStream;
import org.apache.iceberg.Files;
import org.apache.iceberg.exceptions.NotFoundException;

/**
 * Files of this machine: plain paths, {@code file:/…} and {@code file:///…}. The path is taken as written, since
 * Iceberg and Hadoop write blanks and percent signs as they are.
 */
final class LocalFiles implements MetadataSource {
    @Override
    public InputStream open(String location) throws MetadataAccessException {
        File file = file(location);
        if (!file.exists()) {
            throw new MetadataAccessException(
                    Kind.MISSING, location.isBlank() ? "an empty name; name a .metadata.json file" : "no such file");
        }
        if (file.isDirectory()) {
            throw new MetadataAccessException(
                    Kind.NOT_A_TABLE, "this is a folder; name the .metadata.json file inside it");
        }
        if (!file.canRead()) {
            throw new MetadataAccessException(Kind.DENIED, "this process may not read the file");
        }
        try {
            return Files.localInput(file).newStream();
        } catch (NotFoundException e) {
            throw new MetadataAccessException(Kind.MISSING, "the file went away while it was opened");
        }
    }

    private static File file(String location) {
        if (!location.regionMatches(true, 0, "file:", 0, 5)) {
            return new File(location);
        }
        String path = location.substring(5);
        return new File(path.startsWith("//localhost/") ? path.substring("//localhost".length()) : path);
    }
}
