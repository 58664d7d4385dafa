// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Who keeps files where, and how that is read from a metadata file. */
class PlacesTest {
    @Test
    void seesFoldersThatAreSharedOrLieInsideEachOther() {
        Places places = new Places();
        places.add("outer", List.of("s3://bucket/a"));
        places.add("inner", List.of("s3a://bucket//a/b/"));
        places.add("same", List.of("s3n://bucket/c", "s3://bucket/own"));
        places.add("other", List.of("s3://bucket/c"));
        places.add("alone", List.of("s3://bucket/ab", "s3://bucket/ab/data"));
        places.add("elsewhere", List.of("gs://bucket/a"));
        places.addFolderOf("view", "s3://bucket/own/metadata/1.json");

        assertThat(places.neighbour("outer")).contains("inner");
        assertThat(places.neighbour("inner")).contains("outer");
        assertThat(places.neighbour("same")).isPresent();
        assertThat(places.neighbour("other")).contains("same");
        assertThat(places.neighbour("view")).contains("same");
        assertThat(places.neighbour("alone")).isEmpty();
        assertThat(places.neighbour("elsewhere")).isEmpty();
    }

    @Test
    void takesTheWaysToWriteAFolderForOne() {
        assertThat(Places.normal("file:///w/t/")).isEqualTo(Places.normal("file:/w/t"));
        assertThat(Places.normal("/w/t")).isEqualTo(Places.normal("file:/w/t"));
        assertThat(Places.normal("s3a://b/t")).isEqualTo(Places.normal("s3://b/t/"));
    }

    @Test
    void readsAMetadataFileInAnyOrderPackedOrNot() throws IOException {
        String json = "{\"snapshots\":[{\"timestamp-ms\":7,\"summary\":{\"timestamp-ms\":\"1\"}},{\"timestamp-ms\":5}],"
                + "\"properties\":{\"write.data.path\":\"s3://b/d\",\"location\":\"x\"},\"refs\":{\"location\":\"y\"},"
                + "\"location\":\"s3://b/t\"}";
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(json.getBytes(StandardCharsets.UTF_8));
        }
        Glance expected = new Glance(2, 5L, List.of("s3://b/d", "s3://b/t"));

        assertThat(Glance.at(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(expected);
        assertThat(Glance.at(new ByteArrayInputStream(packed.toByteArray()))).isEqualTo(expected);
        for (String bad : List.of("", "[]", "{\"snapshots\":[]}", "{\"location\":\"s3://b\",\"snapshots\":[{")) {
            assertThatThrownBy(() -> Glance.at(new ByteArrayInputStream(bad.getBytes(StandardCharsets.UTF_8))))
                    .as(bad)
                    .isInstanceOf(IOException.class);
        }
    }
}
