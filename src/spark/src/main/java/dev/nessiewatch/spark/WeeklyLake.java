// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.nessie.NessieCatalog;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.NessieNotFoundException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.Content;
import org.projectnessie.model.DeltaLakeTable;
import org.projectnessie.model.EntriesResponse.Entry;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.IcebergView;
import org.projectnessie.model.Reference;
import org.projectnessie.model.UDF;

/** A branch with all its tables, through Nessie itself and through Iceberg's Nessie catalog, whose commits are signed. */
final class WeeklyLake implements AutoCloseable {
    private final String reference;
    private final NessieApiV2 nessie;
    private final NessieCatalog catalog;

    /** Opens the branch with the properties of Iceberg's Nessie catalog, signature included. */
    WeeklyLake(String reference, Map<String, String> properties) {
        this.reference = reference;
        this.nessie = NessieReference.connect(properties);
        this.catalog = Hadoop.openCatalog(properties);
    }

    /**
     * A table as Nessie knows it.
     *
     * @param key where it is
     * @param contentId which one it is
     * @param metadataLocation its newest metadata file
     */
    record Entered(TableKey key, String contentId, String metadataLocation) {}

    /**
     * What is on the branch at one commit.
     *
     * @param tables all Iceberg tables
     * @param otherFiles files that content of other kinds refers to
     */
    record Listing(List<Entered> tables, List<String> otherFiles) {}

    /** All content at the branch's newest commit, page by page. */
    Listing list() {
        List<Entered> tables = new ArrayList<>();
        List<String> others = new ArrayList<>();
        try {
            Reference head = nessie.getReference().refName(reference).get();
            if (!(head instanceof Branch)) {
                throw new Stop(
                        Outcome.REFUSED, "reference " + reference + " is not a branch; nothing can be committed to it");
            }
            try (Stream<Entry> entries =
                    nessie.getEntries().refName(reference).hashOnRef(head.getHash()).withContent(true).stream()) {
                entries.forEach(entry -> sort(entry, tables, others));
            }
        } catch (NessieNotFoundException e) {
            throw gone();
        }
        return new Listing(tables, others);
    }

    private static void sort(Entry entry, List<Entered> tables, List<String> others) {
        Content content = entry.getContent();
        if (content instanceof IcebergTable table) {
            tables.add(new Entered(
                    new TableKey(entry.getName().getElements()),
                    String.valueOf(table.getId()),
                    table.getMetadataLocation()));
        } else if (content instanceof IcebergView view) {
            others.add(view.getMetadataLocation());
        } else if (content instanceof UDF function && function.getMetadataLocation() != null) {
            others.add(function.getMetadataLocation());
        } else if (content instanceof DeltaLakeTable delta) {
            others.addAll(delta.getMetadataLocationHistory());
            others.addAll(delta.getCheckpointLocationHistory());
        }
    }

    /** Loads a table as it is now, if its key still holds the same content. */
    BaseTable load(TableKey key, String contentId) {
        try {
            Content content = nessie.getContent()
                    .refName(reference)
                    .key(key.contentKey())
                    .get()
                    .get(key.contentKey());
            if (!(content instanceof IcebergTable) || !contentId.equals(content.getId())) {
                throw new Stop(
                        Outcome.REFUSED,
                        key + " was dropped, renamed or replaced by another table since the run began");
            }
        } catch (NessieNotFoundException e) {
            throw gone();
        }
        return (BaseTable) catalog.loadTable(key.identifier());
    }

    /** Iceberg's view of the branch. */
    NessieCatalog catalog() {
        return catalog;
    }

    /** Number of named references in Nessie, this one included. */
    long references() {
        try (Stream<Reference> references = nessie.getAllReferences().stream()) {
            return references.count();
        } catch (NessieNotFoundException e) {
            throw gone();
        }
    }

    /** Ends the step unless this branch is the only named reference. */
    void requireOnlyReference(Outcome otherwise) {
        long references = references();
        if (references > 1) {
            throw new Stop(
                    otherwise,
                    references
                            + " named references exist in Nessie, and files that another one needs must not be deleted");
        }
    }

    @Override
    public void close() {
        nessie.close();
        try {
            catalog.close();
        } catch (IOException e) {
            // Nothing that was done changes by this.
            System.err.println("The catalog was not closed: " + Words.oneLine(e));
        }
    }

    private Stop gone() {
        return new Stop(Outcome.FAILED, "reference " + reference + " does not exist in Nessie");
    }
}
