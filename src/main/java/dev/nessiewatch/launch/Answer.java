// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.lake.OutsideText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the Kubernetes API said to one request. */
sealed interface Answer {
    /**
     * It answered.
     *
     * @param code HTTP status
     * @param body as JSON; text that is no JSON is a text node
     * @param retryAfter how long it asks to be left alone; null when it does not
     */
    record Given(int code, JsonNode body, @Nullable Duration retryAfter) implements Answer {
        private static final int LONGEST = 300;

        boolean isSuccess() {
            return code >= 200 && code < 300;
        }

        /** Whether the server, not the request, is in trouble, and the same request may be taken later. */
        boolean isTrouble() {
            return code == 408 || code == 429 || code >= 500 || code < 200 || (code >= 300 && code < 400);
        }

        /** Its own words, on one line. */
        String message() {
            String text =
                    body.isTextual() ? body.asText() : body.path("message").asText("");
            return OutsideText.one(text, LONGEST);
        }

        /** Status and words, on one line. */
        String words() {
            return message().isEmpty() ? "HTTP " + code : "HTTP " + code + ": " + message();
        }

        /** Whether the whole kind of thing is unknown to the server, not one thing of it. */
        boolean isUnknownKind() {
            return code == 404
                    && (message().contains("could not find the requested resource")
                            || message().contains("page not found"));
        }
    }

    /**
     * It did not answer in time, or could not be reached. What was asked may have been done all the same.
     *
     * @param why one line: what, where, remedy
     */
    record None(String why) implements Answer {}
}
