// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

/** One kind of maintenance, done to one table after the other. */
interface Step {
    /** Its name in the report: the option that switches it. */
    String name();

    /** Does it to a table; may throw {@link Stop} or anything else that ends the step. */
    StepResult run(Visit visit);
}
