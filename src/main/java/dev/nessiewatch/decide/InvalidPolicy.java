// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.io.Serial;

/** The configured policy contradicts itself or cannot be read; the message names property, value and remedy. */
public final class InvalidPolicy extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1;

    InvalidPolicy(String property, Object value, String remedy) {
        super("nessiewatch.policy." + property + " = " + value + ": " + remedy);
    }
}
