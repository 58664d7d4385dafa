// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.util.Map;

/** Where Nessie is and how to talk to it. */
@ConfigMapping(prefix = "nessiewatch.nessie")
public interface NessieConfig {
    /** Address of Nessie's REST API, version 2. Default {@code http://localhost:19120/api/v2}. */
    @WithDefault("http://localhost:19120/api/v2")
    URI uri();

    /**
     * Settings passed to the Nessie client as they are: {@code nessie.authentication.*}, {@code nessie.transport.*},
     * {@code nessie.ssl.*}. A name holds dots, so it is quoted: {@code
     * nessiewatch.nessie.properties."nessie.authentication.type"=BEARER}. Default: none. Where they are not given, the
     * read time-out is 10,000 ms and the connect time-out 5,000 ms.
     */
    Map<String, String> properties();

    /** Name of this catalog in the source of every event; any text without blanks. Default {@code nessie}. */
    @WithDefault("nessie")
    String catalog();
}
