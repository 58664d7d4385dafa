// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real S3 server in a process of its own. Its buckets are the folders of one folder; it checks signatures. */
public final class LocalS3 implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String ID = "reader";
    private static final String SECRET = "secret-of-the-reader";

    private final ChildJvm child;
    private final Path data;

    private LocalS3(ChildJvm child, Path data) {
        this.child = child;
        this.data = data;
    }

    /** Starts a server on a free port. */
    public static LocalS3 start(Path data) {
        return start(data, List.of());
    }

    /** Starts a server that speaks TLS. */
    public static LocalS3 start(Path data, PrivateAuthority authority) {
        return start(
                data,
                List.of("--key-store", authority.keyStore().toString(), "--key-password", PrivateAuthority.PASSWORD));
    }

    private static LocalS3 start(Path data, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of("--data", data.toString(), "--id", ID, "--secret", SECRET));
        arguments.addAll(more);
        ChildJvm.Launch launch =
                new ChildJvm.Launch("s3", Path.of("src/local/s3"), "dev.nessiewatch.local.LocalS3", arguments);
        return new LocalS3(ChildJvm.start(launch, Path.of("target/local"), DEADLINE), data);
    }

    /** Its address. */
    public URI uri() {
        return URI.create(child.address());
    }

    /** What a reader has to be told, under Iceberg's names, {@code name=value} each. */
    public List<String> properties() {
        return List.of(
                "s3.endpoint=" + uri(),
                "s3.access-key-id=" + ID,
                "s3.secret-access-key=" + SECRET,
                "s3.path-style-access=true");
    }

    /** Puts an object; returns its location as Nessie holds it. */
    public String put(String bucket, String key, String text) {
        try {
            Path file = data.resolve(bucket).resolve(key);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return "s3://" + bucket + "/" + key;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
