// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import java.util.List;

/** What holding a feed against Nessie came to. */
public sealed interface Proof {
    /**
     * It was done.
     *
     * @param references one result a reference, in the order asked for
     */
    record Done(List<Result> references) implements Proof {
        public Done {
            references = List.copyOf(references);
        }

        /** Whether nothing contradicts Nessie. */
        public boolean holds() {
            return references.stream().noneMatch(result -> result.mismatches() > 0);
        }
    }

    /**
     * Kafka or Nessie could not be asked; nothing is known.
     *
     * @param message one line
     */
    record Unavailable(String message) implements Proof {}

    /**
     * What became of one reference.
     *
     * @param reference its name
     * @param known whether anything was ever published of it
     * @param first first sequence in the window
     * @param last last sequence in the window; less than {@code first} when the window is empty
     * @param judged sequences that were held against Nessie
     * @param records records in them
     * @param findings all that was found, mismatches and what could not be judged
     */
    record Result(
            String reference, boolean known, long first, long last, long judged, long records, List<Finding> findings) {
        public Result {
            findings = List.copyOf(findings);
        }

        /** Findings that contradict Nessie. */
        public long mismatches() {
            return findings.stream().filter(Finding::isMismatch).count();
        }
    }
}
