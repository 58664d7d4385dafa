// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * What the Nessie client finds by its service files and makes by reflection, so that a native image keeps it. The search
 * for an authentication by name stops at the first provider that is missing, so all of them are here. Its model needs
 * nothing: Quarkus knows it by its Jackson annotations.
 */
@RegisterForReflection(
        methods = false,
        fields = false,
        classNames = {
            "org.projectnessie.client.auth.AwsAuthenticationProvider",
            "org.projectnessie.client.auth.BasicAuthenticationProvider",
            "org.projectnessie.client.auth.BearerAuthenticationProvider",
            "org.projectnessie.client.auth.NoneAuthenticationProvider",
            "org.projectnessie.client.auth.oauth2.OAuth2AuthenticationProvider",
            "org.projectnessie.client.http.NessieHttpClientBuilderImpl",
            "org.projectnessie.client.http.impl.jdk11.JavaHttpClientFactory",
            "org.projectnessie.client.http.impl.jdk8.UrlConnectionClientFactory",
            "org.projectnessie.model.types.MainContentTypeBundle",
            "org.projectnessie.model.types.MainRepositoryConfigTypeBundle"
        })
final class NessieProviders {
    private NessieProviders() {}
}
