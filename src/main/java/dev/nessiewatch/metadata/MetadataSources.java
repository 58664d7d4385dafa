// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.io.InputStream;
import java.util.Locale;
import java.util.Map;

/** Picks the source by the scheme of a location. */
public final class MetadataSources implements MetadataSource {
    private final LocalFiles files = new LocalFiles();
    private final S3Objects objects;
    private final IcebergFiles others;

    private MetadataSources(Map<String, String> properties) {
        this.objects = new S3Objects(properties);
        this.others = new IcebergFiles(properties);
    }

    /**
     * A source for {@code file:} and plain paths, {@code s3:} ({@code s3a:}, {@code s3n:}), and through Iceberg's FileIO
     * anything else. Nothing is connected before the first open.
     *
     * @param properties Iceberg's FileIO properties
     */
    public static MetadataSource of(Map<String, String> properties) {
        return new MetadataSources(Map.copyOf(properties));
    }

    @Override
    public InputStream open(String location) throws MetadataAccessException {
        return forScheme(scheme(location)).open(location);
    }

    @Override
    public void close() {
        objects.close();
        others.close();
    }

    private MetadataSource forScheme(String scheme) {
        return switch (scheme) {
            case "", "file" -> files;
            case "s3", "s3a", "s3n" -> objects;
            default -> others;
        };
    }

    /** The scheme in lower case; empty for a plain path, which may hold a colon after its first slash. */
    static String scheme(String location) {
        int colon = location.indexOf(':');
        if (colon < 1 || location.lastIndexOf('/', colon) >= 0) {
            return "";
        }
        String scheme = location.substring(0, colon).toLowerCase(Locale.ROOT);
        return scheme.matches("[a-z][a-z0-9+.-]*") && location.startsWith("/", colon + 1) ? scheme : "";
    }
}
