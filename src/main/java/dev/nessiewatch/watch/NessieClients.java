// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.NessieConfigConstants;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.client.config.NessieClientConfigSources;
import org.projectnessie.client.http.NessieHttpClientBuilder;

/** Opens clients of one Nessie server, all with the same settings and with time limits. */
final class NessieClients {
    private static final Map<String, String> DEFAULTS = Map.of(
            NessieConfigConstants.CONF_READ_TIMEOUT, "10000",
            NessieConfigConstants.CONF_CONNECT_TIMEOUT, "5000",
            // The JDK's newer client limits the time to the headers only; a body that stalls would hang it.
            NessieConfigConstants.CONF_FORCE_URL_CONNECTION_CLIENT, "true");

    private final Map<String, String> settings;

    /** @throws IllegalArgumentException when the address holds a user name or a password */
    NessieClients(URI uri, Map<String, String> properties) {
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("nessiewatch.nessie.uri must not hold a user name or password, which"
                    + " would show in logs; set nessie.authentication.* under nessiewatch.nessie.properties");
        }
        Map<String, String> all = new HashMap<>(DEFAULTS);
        all.putAll(properties);
        all.put(NessieConfigConstants.CONF_NESSIE_URI, uri.toString());
        this.settings = Map.copyOf(all);
    }

    /**
     * Opens a client; asks nothing yet.
     *
     * @throws IllegalArgumentException when the settings cannot be used
     */
    NessieApiV2 open() {
        return NessieClientBuilder.createClientBuilderFromSystemSettings(
                        NessieClientConfigSources.mapConfigSource(settings))
                .asInstanceOf(NessieHttpClientBuilder.class)
                .withResponseFactory(new TolerantAnswers())
                .build(NessieApiV2.class);
    }
}
