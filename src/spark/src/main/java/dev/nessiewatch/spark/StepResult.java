// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What one step did to one table.
 *
 * @param step name of the step
 * @param did whether it did something
 * @param numbers what it did, in numbers; may be empty
 * @param why what was done in words, or why nothing was, or what failed
 */
record StepResult(String step, Did did, Map<String, Long> numbers, String why) {
    /** Whether a step did something. */
    enum Did {
        DONE,
        NOTHING,
        FAILED
    }

    StepResult {
        numbers = new LinkedHashMap<>(numbers);
    }

    static StepResult done(String step, Map<String, Long> numbers, String what) {
        return new StepResult(step, Did.DONE, numbers, what);
    }

    static StepResult nothing(String step, String why) {
        return new StepResult(step, Did.NOTHING, Map.of(), why);
    }

    static StepResult failed(String step, String why) {
        return new StepResult(step, Did.FAILED, Map.of(), why);
    }

    /** Writes this entry into an empty object. */
    void writeTo(ObjectNode json) {
        json.put("step", step);
        json.put("did", did.name().toLowerCase(Locale.ROOT));
        ObjectNode values = json.putObject("numbers");
        numbers.forEach(values::put);
        json.put("why", why);
    }
}
