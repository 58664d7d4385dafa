// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import org.apache.iceberg.hadoop.HadoopFileIO;

/** Deletes nothing, so that one table can be expired again and again. */
public final class KeepingFileIO extends HadoopFileIO {
    private static final long serialVersionUID = 1L;

    @Override
    public void deleteFile(String path) {}

    @Override
    public void deleteFiles(Iterable<String> paths) {}
}
