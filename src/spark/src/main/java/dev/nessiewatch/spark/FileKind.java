// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

/** Kinds of files that an expiry deletes. */
enum FileKind {
    DATA("DATA", "data"),
    POSITION_DELETES("POSITION_DELETES", "positionDeletes"),
    EQUALITY_DELETES("EQUALITY_DELETES", "equalityDeletes"),
    MANIFESTS("Manifest", "manifests"),
    MANIFEST_LISTS("Manifest List", "manifestLists"),
    STATISTICS("Statistics Files", "statistics"),
    OTHER("", "other");

    private final String inIceberg;
    private final String inReport;

    FileKind(String inIceberg, String inReport) {
        this.inIceberg = inIceberg;
        this.inReport = inReport;
    }

    /** The kind that Iceberg's Spark actions call by this name. */
    static FileKind of(String inIceberg) {
        for (FileKind kind : values()) {
            if (kind.inIceberg.equals(inIceberg)) {
                return kind;
            }
        }
        return OTHER;
    }

    /** Name of this kind in the report. */
    String inReport() {
        return inReport;
    }
}
