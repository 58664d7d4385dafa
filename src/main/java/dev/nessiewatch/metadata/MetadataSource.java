// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.io.InputStream;

/** Opens a metadata location for one pass from start to end. Safe for use by several threads. */
public interface MetadataSource extends AutoCloseable {
    /**
     * Opens a location.
     *
     * <p>Where the store declares a length, the stream throws a {@link MetadataAccessException} when the body ends
     * before it: a short body is never taken for the end of the file.
     *
     * @param location as Nessie holds it, or a plain path
     * @return the stored bytes; the caller closes the stream
     * @throws MetadataAccessException when there is nothing to read; says why
     */
    InputStream open(String location) throws MetadataAccessException;

    /** Lets go of connections; does nothing where there are none. */
    @Override
    default void close() {}
}
