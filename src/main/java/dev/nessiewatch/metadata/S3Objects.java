// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Objects of S3 and of stores that speak its protocol, configured by Iceberg's own {@code s3.*} names. */
final class S3Objects implements MetadataSource {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(20);
    private static final int ATTEMPTS = 6;
    private static final Pattern CLASS =
            Pattern.compile("\\b(?:[a-z]\\w*\\.){2,}[A-Z][\\w$]*(?:@\\w+)?(?:\\([^)]*\\))?:? ?");

    private final Map<String, String> properties;
    private @Nullable S3Client client;

    S3Objects(Map<String, String> properties) {
        this.properties = properties;
    }

    @Override
    public InputStream open(String location) throws MetadataAccessException {
        String path = location.substring(location.indexOf(':') + 1);
        int slash = path.indexOf('/', 2);
        if (!path.startsWith("//") || slash < 3 || slash == path.length() - 1) {
            throw new MetadataAccessException(Kind.MISSING, "not an object; write s3://bucket/key");
        }
        String bucket = path.substring(2, slash);
        String key = path.substring(slash + 1);
        try {
            ResponseInputStream<GetObjectResponse> body =
                    client().getObject(request -> request.bucket(bucket).key(key));
            Long declared = body.response().contentLength();
            return declared == null ? body : new DeclaredLength(body, declared);
        } catch (AwsServiceException e) {
            throw answer(e);
        } catch (SdkException | IllegalArgumentException e) {
            throw new MetadataAccessException(Kind.UNAVAILABLE, trouble(e));
        }
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    private static MetadataAccessException answer(AwsServiceException e) {
        int status = e.statusCode();
        String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
        String said = "the store answered " + status + (code == null || code.isEmpty() ? "" : " " + Shown.line(code));
        return switch (status) {
            case 404 -> new MetadataAccessException(Kind.MISSING, said + ": no such object");
            case 401, 403 ->
                new MetadataAccessException(
                        Kind.DENIED,
                        said + "; check the s3.* credentials and that they may read this bucket (without the right to"
                                + " list, S3 says 403 for a missing object too)");
            default -> new MetadataAccessException(Kind.UNAVAILABLE, said + "; this is worth a retry");
        };
    }

    /**
     * What the SDK says, without its classes; its messages name hosts, profiles and regions, never keys. What it did not find
     * it tells as a list of all classes that looked for it.
     */
    static String trouble(RuntimeException e) {
        String said = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        if (said.startsWith("Unable to load region")) {
            return "no region is known for this bucket; set client.region (inspect: --property client.region=...), the"
                    + " variable AWS_REGION, or a region in the AWS profile";
        }
        if (said.startsWith("Unable to load credentials")) {
            return "no credentials are known for this bucket; set s3.access-key-id and s3.secret-access-key, the variables"
                    + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or an AWS profile";
        }
        String plain = CLASS.matcher(said).replaceAll("").replaceAll(" \\(SDK Attempt Count: \\d+\\)", "");
        return "the store did not answer (" + Shown.line(plain.strip())
                + "); check s3.endpoint, client.region and credentials";
    }

    private synchronized S3Client client() {
        if (client == null) {
            client = build();
        }
        return client;
    }

    private S3Client build() {
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT)
                        .socketTimeout(SILENCE))
                .overrideConfiguration(overrides -> overrides.retryStrategy(patient()))
                .forcePathStyle(Boolean.parseBoolean(properties.get("s3.path-style-access")));
        String endpoint = properties.get("s3.endpoint");
        if (endpoint != null) {
            builder.endpointOverride(URI.create(endpoint));
        }
        String region = properties.get("client.region");
        if (region != null) {
            builder.region(Region.of(region));
        } else if (endpoint != null) {
            // A store of one's own has no regions, but a signature needs the name of one.
            builder.region(Region.US_EAST_1);
        }
        String id = properties.get("s3.access-key-id");
        String secret = properties.get("s3.secret-access-key");
        if (id != null && secret != null) {
            builder.credentialsProvider(StaticCredentialsProvider.create(credentials(id, secret)));
        }
        return builder.build();
    }

    /**
     * A store that asks to slow down (429, 503, {@code SlowDown}) is asked again after pauses that grow to 5 s, 11 s in all
     * at most; other failures of the moment after shorter ones. Each pause is drawn between zero and its limit, so that many
     * readers do not come back together. All of it counts towards the deadline of the file.
     */
    private static RetryStrategy patient() {
        return AwsRetryStrategy.legacyRetryStrategy().toBuilder()
                .maxAttempts(ATTEMPTS)
                .backoffStrategy(BackoffStrategy.exponentialDelay(Duration.ofMillis(100), Duration.ofSeconds(1)))
                .throttlingBackoffStrategy(
                        BackoffStrategy.exponentialDelay(Duration.ofMillis(400), Duration.ofSeconds(5)))
                .build();
    }

    private AwsCredentials credentials(String id, String secret) {
        String token = properties.get("s3.session-token");
        return token == null ? AwsBasicCredentials.create(id, secret) : AwsSessionCredentials.create(id, secret, token);
    }
}
