// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import org.jspecify.annotations.Nullable;

/** The service's advice, in the words of a command: it asks once, and has options for some properties. */
final class Advice {
    private Advice() {}

    /** The same line with the options of commands instead of the properties that they stand for. */
    static String inOptions(@Nullable String advice) {
        return String.valueOf(advice)
                .replace("nessiewatch.watch.references", "--ref")
                .replace("nessiewatch.nessie.uri", "--nessie-uri")
                .replace("nessiewatch.nessie.properties", "--nessie-property")
                .replace("kafka.bootstrap.servers", "--bootstrap-servers")
                .replace("kafka.security.protocol", "--kafka-property security.protocol")
                .replace("kafka.sasl.*", "sasl.*")
                .replace("nessiewatch.feed.topic-prefix", "--topic-prefix")
                .replace("create it, or set nessiewatch.feed.create-topics=true", "no service published there yet")
                .replace(", or set nessiewatch.feed.create-topics=true", "")
                .replace("; the next look asks again", "");
    }
}
