// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogProperties;
import org.jspecify.annotations.Nullable;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.client.config.NessieClientConfigSources;
import org.projectnessie.error.NessieNotFoundException;
import org.projectnessie.model.Content;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.LogResponse.LogEntry;
import org.projectnessie.model.Reference;

/** An order's reference, asked directly: Iceberg's catalog hides content ids, other references and the log. */
final class NessieReference implements AutoCloseable {
    private static final int LOG_ENTRIES = 1_000;
    private static final int LOG_PAGE = 250;

    private final Order order;
    private final NessieApiV2 nessie;

    /** Connects with the properties of Iceberg's Nessie catalog, read as the catalog itself reads them. */
    NessieReference(Order order, Map<String, String> properties) {
        this.order = order;
        this.nessie = connect(properties);
    }

    /** A client with these properties. */
    static NessieApiV2 connect(Map<String, String> properties) {
        return NessieClientBuilder.createClientBuilderFromSystemSettings(
                        NessieClientConfigSources.mapConfigSource(properties)
                                .fallbackTo(name -> properties.get(name.replace("nessie.", ""))))
                .build(NessieApiV2.class);
    }

    /** Refuses the order unless its key holds the table with its content id now. */
    void confirmContent() {
        Content content = content();
        if (content == null) {
            throw new Stop(Outcome.REFUSED, "there is no table " + order.key() + " on " + order.reference());
        }
        if (!(content instanceof IcebergTable)) {
            throw new Stop(Outcome.REFUSED, order.key() + " is not a table but " + content.getType());
        }
        if (!order.contentId().equals(content.getId())) {
            throw new Stop(
                    Outcome.REFUSED,
                    order.key() + " is another table now: content id " + content.getId() + ", ordered was "
                            + order.contentId());
        }
    }

    /**
     * Ends the run unless the order's reference is the only named one. An expiry sees only the snapshots of its own
     * reference and would delete files that another one needs.
     *
     * @param otherwise the outcome when there are more
     */
    void requireOnlyReference(Outcome otherwise) {
        long references = countReferences();
        if (references > 1) {
            throw new Stop(
                    otherwise,
                    references + " named references exist in Nessie, and files of " + order.key()
                            + " that another one needs must not be deleted; mode trim works with any number");
        }
    }

    /** The newest commit with the order's signature among the newest thousand of the reference. */
    Optional<String> signedCommit() {
        try (Stream<LogEntry> log = nessie.getCommitLog().refName(order.reference()).maxRecords(LOG_PAGE).stream()) {
            return log.limit(LOG_ENTRIES)
                    .map(LogEntry::getCommitMeta)
                    .filter(commit ->
                            order.signature().equals(commit.getProperties().get(CatalogProperties.APP_ID)))
                    .flatMap(commit -> Stream.ofNullable(commit.getHash()))
                    .findFirst();
        } catch (NessieNotFoundException e) {
            throw gone();
        }
    }

    @Override
    public void close() {
        nessie.close();
    }

    private @Nullable Content content() {
        try {
            return nessie.getContent()
                    .refName(order.reference())
                    .key(order.key().contentKey())
                    .get()
                    .get(order.key().contentKey());
        } catch (NessieNotFoundException e) {
            throw gone();
        }
    }

    private long countReferences() {
        try (Stream<Reference> references = nessie.getAllReferences().stream()) {
            return references.count();
        } catch (NessieNotFoundException e) {
            throw gone();
        }
    }

    private Stop gone() {
        return new Stop(Outcome.REFUSED, "reference " + order.reference() + " does not exist in Nessie");
    }
}
