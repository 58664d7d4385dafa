// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.nessie.NessieCatalog;

/** Iceberg's parts that want a Hadoop configuration: the process's {@code spark.hadoop.*} settings. */
final class Hadoop {
    private static final String PREFIX = "spark.hadoop.";

    private Hadoop() {}

    /** A catalog with these properties. */
    static NessieCatalog openCatalog(Map<String, String> properties) {
        NessieCatalog catalog = new NessieCatalog();
        catalog.setConf(configuration());
        catalog.initialize("nessie", properties);
        return catalog;
    }

    /** The files of that catalog, read as the catalog reads them. */
    static FileIO openFiles(Map<String, String> properties) {
        String name = properties.getOrDefault(CatalogProperties.FILE_IO_IMPL, HadoopFileIO.class.getName());
        return CatalogUtil.loadFileIO(name, properties, configuration());
    }

    private static Configuration configuration() {
        Configuration hadoop = new Configuration();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX))
                .forEach(name -> hadoop.set(name.substring(PREFIX.length()), System.getProperty(name)));
        return hadoop;
    }
}
