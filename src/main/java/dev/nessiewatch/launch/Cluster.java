// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import io.fabric8.kubernetes.client.Config;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/**
 * Where the Kubernetes cluster is: the service account of the pod, a kubeconfig, or {@code quarkus.kubernetes-client.*}.
 * Nothing is looked for before the launcher {@code argo} asks.
 */
@Singleton
public final class Cluster {
    private final Supplier<Config> config;

    @Inject
    Cluster(Instance<Config> config) {
        this(config::get);
    }

    /** A cluster that is known already. */
    public Cluster(Supplier<Config> config) {
        this.config = config;
    }

    Config config() {
        return config.get();
    }
}
