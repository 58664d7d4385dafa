// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import java.net.URI;
import java.util.Properties;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;

/**
 * An S3 server whose buckets are the folders of one folder, with one pair of keys: {@code LocalS3 --data FOLDER --id ID
 * --secret SECRET [--key-store FILE --key-password P]}. With a key store it speaks TLS.
 */
public final class LocalS3 {
    private LocalS3() {}

    public static void main(String[] arguments) {
        Child child = Child.takeOutput();
        child.endWithParent();
        try {
            Properties store = new Properties();
            store.setProperty("jclouds.filesystem.basedir", Child.option(arguments, "data", ""));
            String keyStore = Child.option(arguments, "key-store", "");
            URI address = URI.create((keyStore.isEmpty() ? "http" : "https") + "://127.0.0.1:" + Child.port(0));
            S3Proxy.Builder builder = S3Proxy.builder()
                    .blobStore(BlobStores.create("filesystem", store))
                    .awsAuthentication(
                            AuthenticationType.AWS_V4,
                            Child.option(arguments, "id", ""),
                            Child.option(arguments, "secret", ""));
            S3Proxy server = (keyStore.isEmpty()
                            ? builder.endpoint(address)
                            : builder.secureEndpoint(address)
                                    .keyStore(keyStore, Child.option(arguments, "key-password", "")))
                    .build();
            server.start();
            child.ready(address.toString());
            Thread.currentThread().join();
        } catch (Exception e) {
            Child.fail("The S3 server did not start", e);
        }
    }
}
