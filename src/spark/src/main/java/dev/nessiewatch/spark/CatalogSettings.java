// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.iceberg.CatalogProperties;
import org.jspecify.annotations.Nullable;

/**
 * Properties of Iceberg's Nessie catalog ({@code uri}, {@code warehouse}, {@code io-impl}, {@code s3.*},
 * {@code authentication.*} and all others it knows). Values may be secrets and are never printed.
 *
 * @param properties by name
 */
record CatalogSettings(Map<String, String> properties) {
    /** Environment variable with further properties as one JSON object; it wins over the command line. */
    static final String ENVIRONMENT = "NESSIEWATCH_CATALOG";

    private static final String REFERENCE = "ref";
    private static final String HASH = "ref.hash";
    private static final String READ_TIMEOUT = "transport.read-timeout";
    /** A server that pauses is worth waiting for: an answer to a commit that is given up leaves files behind. */
    private static final String READ_TIMEOUT_MS = "120000";

    CatalogSettings {
        properties = Map.copyOf(properties);
    }

    /** Reads {@code key=value} pairs and the environment's JSON object over them. */
    static CatalogSettings read(List<String> pairs, @Nullable String environment) throws UsageException {
        Map<String, String> properties = new HashMap<>();
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new UsageException("--catalog needs key=value");
            }
            properties.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        if (environment != null && !environment.isBlank()) {
            properties.putAll(fromJson(environment));
        }
        for (String needed : List.of(CatalogProperties.URI, CatalogProperties.WAREHOUSE_LOCATION)) {
            if (!properties.containsKey(needed)) {
                throw new UsageException("catalog property " + needed + " is missing: give --catalog " + needed
                        + "=... or set it in " + ENVIRONMENT);
            }
        }
        return new CatalogSettings(properties);
    }

    /**
     * The properties with which an order is carried out: its reference, and its signature, which Iceberg's Nessie catalog
     * writes into the metadata of each commit.
     */
    Map<String, String> signedFor(Order order) {
        return signed(order.reference(), order.signature());
    }

    /** The properties with which commits on a branch carry a signature. */
    Map<String, String> signed(String reference, String signature) {
        Map<String, String> signed = new HashMap<>(properties);
        signed.remove(HASH);
        signed.put(REFERENCE, reference);
        signed.put(CatalogProperties.APP_ID, signature);
        signed.put(CatalogProperties.USER, "nessiewatch");
        if (!signed.containsKey("nessie." + READ_TIMEOUT) && !signed.containsKey(READ_TIMEOUT)) {
            signed.put("nessie." + READ_TIMEOUT, READ_TIMEOUT_MS);
        }
        return Map.copyOf(signed);
    }

    @Override
    public String toString() {
        return "CatalogSettings" + new TreeSet<>(properties.keySet());
    }

    private static Map<String, String> fromJson(String json) throws UsageException {
        try {
            JsonNode object = new ObjectMapper().readTree(json);
            Map<String, String> properties = new HashMap<>();
            for (Iterator<Map.Entry<String, JsonNode>> fields = object.fields(); fields.hasNext(); ) {
                Map.Entry<String, JsonNode> field = fields.next();
                if (field.getValue().isValueNode() && !field.getValue().isNull()) {
                    properties.put(field.getKey(), field.getValue().asText());
                } else {
                    throw new UsageException(ENVIRONMENT + ": the value of " + field.getKey() + " is not a string");
                }
            }
            if (!object.isObject()) {
                throw new UsageException(ENVIRONMENT + " is not a JSON object");
            }
            return properties;
        } catch (JsonProcessingException e) {
            throw new UsageException(ENVIRONMENT + " is not a JSON object");
        }
    }
}
