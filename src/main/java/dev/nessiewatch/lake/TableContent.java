// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.lake;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * The Iceberg content that Nessie holds for a table at one commit. A table changed when any part of this differs.
 *
 * @param metadataLocation location of the table's newest metadata file
 * @param snapshotId what Nessie names as the current snapshot; -1 when the table has none. This, not the file, is the
 *     head of {@code main} for Iceberg's Nessie catalog
 * @param schemaId current schema
 * @param specId default partition spec
 * @param sortOrderId default sort order
 */
public record TableContent(
        String metadataLocation,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long snapshotId,
        int schemaId,
        int specId,
        int sortOrderId) {}
