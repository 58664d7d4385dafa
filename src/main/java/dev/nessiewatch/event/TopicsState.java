// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.util.List;

/** Whether the topics of the feed are there and fit. */
public sealed interface TopicsState {
    /**
     * All are there and fit.
     *
     * @param created names of those that were missing and were created now
     */
    record Ready(List<String> created) implements TopicsState {}

    /**
     * The broker answers, and a person must act.
     *
     * @param message one line: topic, found, expected, remedy
     */
    record Refused(String message) implements TopicsState {}

    /**
     * The broker could not be asked; try again later.
     *
     * @param message one line: which address, what happened, what to check
     */
    record Unavailable(String message) implements TopicsState {}
}
