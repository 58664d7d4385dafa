// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.security.authenticator.AbstractLogin;
import org.apache.kafka.common.security.authenticator.DefaultLogin;
import org.apache.kafka.common.security.authenticator.SaslClientCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.DefaultJwtRetriever;
import org.apache.kafka.common.security.oauthbearer.DefaultJwtValidator;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What Kafka's clients make by the name in a setting or in its default, and the login modules that an operator may name in
 * {@code sasl.jaas.config}, so that a native image keeps them. The extension keeps most of them too; this list does not
 * depend on it.
 */
@RegisterForReflection(
        targets = {
            AbstractLogin.DefaultLoginCallbackHandler.class,
            ByteArrayDeserializer.class,
            ByteArraySerializer.class,
            CooperativeStickyAssignor.class,
            DefaultJwtRetriever.class,
            DefaultJwtValidator.class,
            DefaultLogin.class,
            DefaultSslEngineFactory.class,
            JmxReporter.class,
            OAuthBearerLoginCallbackHandler.class,
            OAuthBearerLoginModule.class,
            PlainLoginModule.class,
            RangeAssignor.class,
            SaslClientCallbackHandler.class,
            ScramLoginModule.class
        },
        methods = false,
        fields = false)
final class KafkaClasses {
    private KafkaClasses() {}
}
