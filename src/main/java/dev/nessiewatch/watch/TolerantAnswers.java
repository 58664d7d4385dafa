// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.projectnessie.client.http.HttpResponse;
import org.projectnessie.client.http.HttpResponseFactory;
import org.projectnessie.client.http.ResponseContext;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.ser.CommitMetaDeserializer;

/**
 * Reads Nessie's answers without minding what a newer server adds to them. Nessie's own client takes an answer for broken
 * when it holds a field that is not known.
 */
final class TolerantAnswers implements HttpResponseFactory {
    private final AtomicReference<ObjectMapper> tolerant = new AtomicReference<>();

    @Override
    public HttpResponse make(ResponseContext context, ObjectMapper mapper) {
        return new HttpResponse(context, tolerant.updateAndGet(made -> made != null ? made : tolerant(mapper)));
    }

    private static ObjectMapper tolerant(ObjectMapper mapper) {
        return mapper.copy()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .addMixIn(CommitMeta.class, CommitMetaReading.class);
    }

    /** Puts our reading in the place of Nessie's. */
    @RegisterForReflection
    @JsonDeserialize(using = KnownFields.class)
    interface CommitMetaReading {}

    /** Nessie's reading of a commit's metadata has a mapper of its own, so what it does not know is taken away before. */
    @RegisterForReflection
    static final class KnownFields extends JsonDeserializer<CommitMeta> {
        private static final List<String> KNOWN = List.of(
                "hash",
                "message",
                "author",
                "authors",
                "committer",
                "signedOffBy",
                "allSignedOffBy",
                "properties",
                "allProperties",
                "parentCommitHashes",
                "commitTime",
                "authorTime");

        private final CommitMetaDeserializer known = new CommitMetaDeserializer();

        @Override
        public CommitMeta deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            ObjectNode fields = parser.readValueAs(ObjectNode.class);
            try (JsonParser rest = fields.retain(KNOWN).traverse(parser.getCodec())) {
                rest.nextToken();
                return known.deserialize(rest, context);
            }
        }
    }
}
