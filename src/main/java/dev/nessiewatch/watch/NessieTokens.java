// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * What the Nessie client writes to and reads from a server that gives out OAuth2 tokens, as JSON, so that a native image
 * keeps it. Its jar has no index by which Quarkus could know them.
 */
@RegisterForReflection(
        classNames = {
            "org.projectnessie.client.auth.oauth2.AuthorizationCodeTokenRequest",
            "org.projectnessie.client.auth.oauth2.AuthorizationCodeTokenResponse",
            "org.projectnessie.client.auth.oauth2.ClientCredentialsTokenRequest",
            "org.projectnessie.client.auth.oauth2.ClientCredentialsTokenResponse",
            "org.projectnessie.client.auth.oauth2.DeviceCodeRequest",
            "org.projectnessie.client.auth.oauth2.DeviceCodeResponse",
            "org.projectnessie.client.auth.oauth2.DeviceCodeTokenRequest",
            "org.projectnessie.client.auth.oauth2.DeviceCodeTokenResponse",
            "org.projectnessie.client.auth.oauth2.ErrorResponse",
            "org.projectnessie.client.auth.oauth2.GrantType",
            "org.projectnessie.client.auth.oauth2.ImmutableAuthorizationCodeTokenRequest$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableAuthorizationCodeTokenRequest",
            "org.projectnessie.client.auth.oauth2.ImmutableAuthorizationCodeTokenResponse$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableAuthorizationCodeTokenResponse",
            "org.projectnessie.client.auth.oauth2.ImmutableClientCredentialsTokenRequest$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableClientCredentialsTokenRequest",
            "org.projectnessie.client.auth.oauth2.ImmutableClientCredentialsTokenResponse$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableClientCredentialsTokenResponse",
            "org.projectnessie.client.auth.oauth2.ImmutableDeviceCodeRequest$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableDeviceCodeRequest",
            "org.projectnessie.client.auth.oauth2.ImmutableDeviceCodeResponse$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableDeviceCodeResponse",
            "org.projectnessie.client.auth.oauth2.ImmutableDeviceCodeTokenRequest$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableDeviceCodeTokenRequest",
            "org.projectnessie.client.auth.oauth2.ImmutableDeviceCodeTokenResponse$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableDeviceCodeTokenResponse",
            "org.projectnessie.client.auth.oauth2.ImmutableErrorResponse$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableErrorResponse",
            "org.projectnessie.client.auth.oauth2.ImmutablePasswordTokenRequest$Json",
            "org.projectnessie.client.auth.oauth2.ImmutablePasswordTokenRequest",
            "org.projectnessie.client.auth.oauth2.ImmutablePasswordTokenResponse$Json",
            "org.projectnessie.client.auth.oauth2.ImmutablePasswordTokenResponse",
            "org.projectnessie.client.auth.oauth2.ImmutableRefreshTokenRequest$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableRefreshTokenRequest",
            "org.projectnessie.client.auth.oauth2.ImmutableRefreshTokenResponse$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableRefreshTokenResponse",
            "org.projectnessie.client.auth.oauth2.ImmutableTokenExchangeRequest$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableTokenExchangeRequest",
            "org.projectnessie.client.auth.oauth2.ImmutableTokenExchangeResponse$Json",
            "org.projectnessie.client.auth.oauth2.ImmutableTokenExchangeResponse",
            "org.projectnessie.client.auth.oauth2.PasswordTokenRequest",
            "org.projectnessie.client.auth.oauth2.PasswordTokenResponse",
            "org.projectnessie.client.auth.oauth2.PublicClientRequest",
            "org.projectnessie.client.auth.oauth2.RefreshTokenRequest",
            "org.projectnessie.client.auth.oauth2.RefreshTokenResponse",
            "org.projectnessie.client.auth.oauth2.TokenExchangeRequest",
            "org.projectnessie.client.auth.oauth2.TokenExchangeResponse",
            "org.projectnessie.client.auth.oauth2.TokenRequestBase",
            "org.projectnessie.client.auth.oauth2.TokenResponseBase"
        })
final class NessieTokens {
    private NessieTokens() {}
}
