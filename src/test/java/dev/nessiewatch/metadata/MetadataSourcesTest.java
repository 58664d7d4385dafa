// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locations of each scheme; S3 against a small HTTP server that answers as a store does. */
class MetadataSourcesTest {
    private static final String DOCUMENT =
            "{\"format-version\":2,\"table-uuid\":\"u\",\"snapshots\":[{\"snapshot-id\":1,\"timestamp-ms\":1}]}";
    private static final String SECRET = "very-secret-value";

    @TempDir
    private Path folder;

    @Test
    void readsLocalPathsAsTheyAreWritten() throws IOException {
        Path file = Files.createDirectory(folder.resolve("10% off a%20b")).resolve("00001-a.metadata.json");
        Files.writeString(file, DOCUMENT);
        for (String prefix : new String[] {"", "file:", "file://", "FILE:"}) {
            assertThat(read(Map.of(), prefix + file)).as(prefix).isInstanceOf(Counted.class);
        }
    }

    @Test
    void saysWhatIsWrongWithALocalPath() {
        assertThat(kind(Map.of(), folder + "/none.json")).isEqualTo(Kind.MISSING);
        assertThat(kind(Map.of(), folder.toString())).isEqualTo(Kind.NOT_A_TABLE);
    }

    @Test
    void saysInPlainWordsWhatTheSdkDidNotFind() {
        assertThat(
                        S3Objects.trouble(
                                new RuntimeException(
                                        "Unable to load region from any of the providers in the chain"
                                                + " software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain@1f: [software...: no]")))
                .isEqualTo(
                        "no region is known for this bucket; set client.region (inspect: --property client.region=...),"
                                + " the variable AWS_REGION, or a region in the AWS profile");
        assertThat(S3Objects.trouble(
                        new RuntimeException("Unable to load credentials from any of the providers in the chain"
                                + " AwsCredentialsProviderChain(credentialsProviders=[...]) : [...]")))
                .startsWith("no credentials are known for this bucket; set s3.access-key-id and s3.secret-access-key");
        assertThat(S3Objects.trouble(
                        new RuntimeException("software.amazon.awssdk.core.exception.SdkClientException: Unable to"
                                + " execute HTTP request: Connection refused (SDK Attempt Count: 6)")))
                .isEqualTo(
                        "the store did not answer (Unable to execute HTTP request: Connection refused); check s3.endpoint,"
                                + " client.region and credentials");
    }

    @Test
    void saysWhatHelpsForOtherSchemes() {
        Unreadable unknown = (Unreadable) read(Map.of(), "hdfs2://n/a.json");
        assertThat(unknown.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(unknown.message()).contains("io-impl");
        Unreadable absent = (Unreadable) read(Map.of("gcs.oauth2.token", SECRET), "gs://b/a.json");
        assertThat(absent.message())
                .contains("GCSFileIO")
                .contains("put its jar on the class path")
                .doesNotContain(SECRET);
        assertThat(IcebergFiles.remedy("runtime")).contains("run this program on a JVM");
    }

    @Test
    void tellsSchemesFromPaths() {
        assertThat(MetadataSources.scheme("a:b/c")).isEmpty();
        assertThat(MetadataSources.scheme("/x/s3://b")).isEmpty();
        assertThat(MetadataSources.scheme("S3A://b/k")).isEqualTo("s3a");
        assertThat(MetadataSources.scheme("file:/k")).isEqualTo("file");
    }

    @Test
    void readsObjectsByIcebergsNames() throws IOException {
        HttpServer server = serve(exchange -> {
            boolean right = exchange.getRequestURI().getRawPath().equals("/lake/t%20a/00001-%C3%BC.metadata.json");
            answer(exchange, right ? 200 : 404, DOCUMENT.length(), DOCUMENT);
        });
        try {
            for (String scheme : new String[] {"s3", "s3a", "s3n"}) {
                assertThat(read(store(server), scheme + "://lake/t a/00001-ü.metadata.json"))
                        .as(scheme)
                        .isInstanceOf(Counted.class);
            }
        } finally {
            server.stop(0);
        }
    }

    @Test
    void tellsTheAnswersOfAStoreApart() throws IOException {
        Map<Integer, Kind> kinds = Map.of(
                404, Kind.MISSING, 403, Kind.DENIED, 401, Kind.DENIED, 500, Kind.UNAVAILABLE, 503, Kind.UNAVAILABLE);
        for (Map.Entry<Integer, Kind> expected : kinds.entrySet()) {
            HttpServer server = serve(exchange -> answer(exchange, expected.getKey(), 0, ""));
            try {
                Unreadable said = (Unreadable) read(store(server), "s3://lake/a.json");
                assertThat(said.kind()).as(said.message()).isEqualTo(expected.getValue());
                assertThat(said.message()).contains("s3://lake/a.json").doesNotContain(SECRET);
            } finally {
                server.stop(0);
            }
        }
    }

    @Test
    void readsAgainWhenTheBodyEndsEarly() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = serve(exchange -> {
            String body = asked.getAndIncrement() == 0 ? DOCUMENT.substring(0, 40) : DOCUMENT;
            answer(exchange, 200, DOCUMENT.length(), body);
        });
        try {
            assertThat(read(store(server), "s3://lake/a.json")).isInstanceOf(Counted.class);
            assertThat(asked).hasValue(2);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void neverCountsABodyThatAlwaysEndsEarly() throws IOException {
        HttpServer server = serve(exchange -> answer(exchange, 200, DOCUMENT.length() + 10, DOCUMENT));
        try {
            Unreadable said = (Unreadable) read(store(server), "s3://lake/a.json");
            assertThat(said.kind()).isEqualTo(Kind.UNAVAILABLE);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void saysThatAStoreIsNotThere() throws IOException {
        HttpServer server = serve(exchange -> {});
        Map<String, String> gone = store(server);
        server.stop(0);
        assertThat(kind(gone, "s3://lake/a.json")).isEqualTo(Kind.UNAVAILABLE);
    }

    @Test
    void givesUpAtTheDeadline() {
        CensusLimits hasty = new CensusLimits(1_000_000_000, 500, 65_536, 1_000_000, Duration.ofNanos(1));
        Unreadable said = (Unreadable) BytesSource.read(DOCUMENT.getBytes(StandardCharsets.UTF_8), hasty);
        assertThat(said.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(said.message()).contains("nessiewatch.metadata.deadline");
    }

    @Test
    void namesThePropertyOfAWrongLimit() {
        assertThatThrownBy(() -> new CensusLimits(0, 500, 65_536, 1, Duration.ofSeconds(1)))
                .hasMessageContaining("nessiewatch.metadata.max-decoded-bytes");
    }

    private static CensusOutcome read(Map<String, String> properties, String location) {
        try (MetadataSource source = MetadataSources.of(properties)) {
            return new CensusReader(source, CensusLimits.DEFAULT).read(location, null);
        }
    }

    private static Kind kind(Map<String, String> properties, String location) {
        return ((Unreadable) read(properties, location)).kind();
    }

    private static Map<String, String> store(HttpServer server) {
        return Map.of(
                "s3.endpoint",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "s3.access-key-id",
                "id",
                "s3.secret-access-key",
                SECRET,
                "s3.path-style-access",
                "true");
    }

    private static HttpServer serve(HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", handler);
        server.start();
        return server;
    }

    private static void answer(HttpExchange exchange, int status, int declared, String body) throws IOException {
        exchange.sendResponseHeaders(status, declared == 0 ? -1 : declared);
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
        exchange.close();
    }
}
