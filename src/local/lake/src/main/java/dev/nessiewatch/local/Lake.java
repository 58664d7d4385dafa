// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** A Spark session with the Iceberg catalog {@code lake}: Nessie holds the names, a directory holds the files. */
final class Lake {
    private Lake() {}

    /** Opens a session by the options {@code --nessie URI --warehouse DIR [--ref NAME]}. */
    static SparkSession open(String[] arguments) {
        Path warehouse = Path.of(Child.option(arguments, "warehouse", "warehouse"));
        SparkSession session = SparkSession.builder()
                .appName("nessiewatch local lake")
                .master("local[1]")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.shuffle.partitions", 1)
                // Tables of a few rows: compiling each query costs more than it gains.
                .config("spark.sql.codegen.wholeStage", false)
                .config("spark.sql.extensions", "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
                .config("spark.sql.catalog.lake", "org.apache.iceberg.spark.SparkCatalog")
                .config("spark.sql.catalog.lake.type", "nessie")
                .config("spark.sql.catalog.lake.uri", Child.option(arguments, "nessie", ""))
                .config("spark.sql.catalog.lake.ref", Child.option(arguments, "ref", "main"))
                .config("spark.sql.catalog.lake.warehouse", warehouse.toUri().toString())
                // Others change these tables too: every statement looks at the head.
                .config("spark.sql.catalog.lake.cache-enabled", false)
                .getOrCreate();
        session.sparkContext().setLogLevel("WARN");
        return session;
    }
}
