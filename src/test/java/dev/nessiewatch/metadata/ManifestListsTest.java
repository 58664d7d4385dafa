// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestListsTest {
    private final ManifestLists lists = new ManifestLists(MetadataSources.of(Map.of()), CensusLimits.DEFAULT);

    @TempDir
    Path folder;

    @Test
    void namesTheOldestThatAreGone() throws IOException {
        String file = metadata(
                false,
                snapshot(30, exists("snap-ü 3.avro")),
                snapshot(10, folder.resolve("gone-1.avro").toString()),
                snapshot(20, folder.resolve("gone-2.avro").toString()),
                snapshot(40, folder.resolve("gone-4.avro").toString()));

        assertThat(lists.missing(file, 3))
                .containsExactly(
                        folder.resolve("gone-1.avro").toString(),
                        folder.resolve("gone-2.avro").toString());
        assertThat(lists.missing(file, 1))
                .containsExactly(folder.resolve("gone-1.avro").toString());
    }

    @Test
    void isEmptyWhereAllExistOrNoneIsNamed() throws IOException {
        assertThat(lists.missing(
                        metadata(true, snapshot(1, exists("a.avro")), "{\"snapshot-id\":1,\"manifests\":[\"m\"]}"), 9))
                .isEmpty();
        assertThat(lists.missing(metadata(false), 9)).isEmpty();
    }

    @Test
    void takesNoOtherKeyForTheList() throws IOException {
        String decoy = "{\"timestamp-ms\":1,\"summary\":{\"manifest-list\":\"/nowhere\"},\"manifest-list\":\""
                + exists("b.avro") + "\"}";
        String file = write(
                "{\"properties\":{\"snapshots\":\"x\"},\"old\":{\"snapshots\":[{\"manifest-list\":\"/nowhere\"}]},"
                        + "\"snapshots\":[{\"manifest-list\":\"/nowhere\"}],\"snapshots\":[" + decoy + "]}");

        assertThat(lists.missing(file, 9)).isEmpty();
    }

    @Test
    void saysWhatCannotBeRead() {
        assertThatThrownBy(() -> lists.missing(write("{\"snapshots\":[{"), 9))
                .isInstanceOf(MetadataAccessException.class);
        assertThatThrownBy(() -> lists.missing(folder.resolve("none").toString(), 9))
                .isInstanceOf(MetadataAccessException.class);
    }

    private String exists(String name) throws IOException {
        return Files.writeString(folder.resolve(name), "x").toString();
    }

    private static String snapshot(long at, String list) {
        return "{\"snapshot-id\":" + at + ",\"timestamp-ms\":" + at + ",\"manifest-list\":\"" + list + "\"}";
    }

    private String metadata(boolean gzip, String... snapshots) throws IOException {
        String text = "{\"format-version\":2,\"snapshots\":[" + String.join(",", snapshots) + "]}";
        return gzip ? writeGzip(text) : write(text);
    }

    private String write(String text) throws IOException {
        return Files.writeString(folder.resolve("v1.metadata.json"), text).toString();
    }

    private String writeGzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return Files.write(folder.resolve("v1.gz.metadata.json"), bytes.toByteArray())
                .toString();
    }
}
