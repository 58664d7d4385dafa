// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * Any other store, through an Iceberg FileIO from the class path: {@code io-impl}, or by the scheme when that is unset.
 */
final class IcebergFiles implements MetadataSource {
    /** Set by native images only. */
    private static final String IMAGE = "org.graalvm.nativeimage.imagecode";

    private final Map<String, String> properties;
    private @Nullable FileIO io;

    IcebergFiles(Map<String, String> properties) {
        this.properties = properties;
    }

    @Override
    public InputStream open(String location) throws MetadataAccessException {
        FileIO io = io(location);
        try {
            return io.newInputFile(location).newStream();
        } catch (NotFoundException e) {
            throw new MetadataAccessException(Kind.MISSING, "no such object");
        } catch (ForbiddenException | NotAuthorizedException e) {
            throw new MetadataAccessException(Kind.DENIED, "the store refused; check the credentials");
        } catch (RuntimeException e) {
            throw translated(e);
        }
    }

    @Override
    public synchronized void close() {
        if (io != null) {
            io.close();
            io = null;
        }
    }

    private synchronized FileIO io(String location) throws MetadataAccessException {
        if (io != null) {
            return io;
        }
        String implementation = properties.get("io-impl");
        if (implementation == null) {
            implementation = usual(MetadataSources.scheme(location));
        }
        try {
            io = CatalogUtil.loadFileIO(implementation, properties, null);
            return io;
        } catch (RuntimeException | LinkageError e) {
            throw new MetadataAccessException(
                    Kind.UNAVAILABLE,
                    "no reader for this store: " + Shown.line(implementation) + " could not be started; "
                            + remedy(System.getProperty(IMAGE)));
        }
    }

    /** A native image has no class path. */
    static String remedy(@Nullable String image) {
        return image == null
                ? "put its jar on the class path and check io-impl"
                : "a native executable cannot load it, so run this program on a JVM";
    }

    private static String usual(String scheme) throws MetadataAccessException {
        return switch (scheme) {
            case "gs" -> "org.apache.iceberg.gcp.gcs.GCSFileIO";
            case "abfs", "abfss", "wasb", "wasbs" -> "org.apache.iceberg.azure.adlsv2.ADLSFileIO";
            case "oss" -> "org.apache.iceberg.aliyun.oss.OSSFileIO";
            default ->
                throw new MetadataAccessException(
                        Kind.UNAVAILABLE,
                        "no reader for the scheme " + Shown.line(scheme)
                                + "; set nessiewatch.metadata.properties.io-impl to an Iceberg FileIO");
        };
    }

    private MetadataAccessException translated(RuntimeException e) {
        String said = hidden(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        String text = said + " " + e.getClass().getSimpleName();
        if (text.matches("(?is).*\\b(403|401|access ?denied|forbidden|unauthori[sz]ed|permission)\\b.*")) {
            return new MetadataAccessException(Kind.DENIED, "the store refused: " + Shown.line(said));
        }
        if (text.matches("(?is).*\\b(404|not ?found|no such|does not exist|blobnotfound)\\b.*")) {
            return new MetadataAccessException(Kind.MISSING, "no such object: " + Shown.line(said));
        }
        return new MetadataAccessException(Kind.UNAVAILABLE, "the store did not answer: " + Shown.line(said));
    }

    /** A message without the values of properties whose names sound secret. */
    private String hidden(String message) {
        String text = message;
        for (Map.Entry<String, String> property : properties.entrySet()) {
            String name = property.getKey().toLowerCase(Locale.ROOT);
            if (name.matches(".*(secret|token|key|password|sas|credential).*")
                    && !property.getValue().isEmpty()) {
                text = text.replace(property.getValue(), "***");
            }
        }
        return text;
    }
}
