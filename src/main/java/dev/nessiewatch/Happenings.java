// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.Topic;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.verify.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What may happen to a process of a role, so that it is counted from zero. */
final class Happenings {
    private Happenings() {}

    static Meters.Known known(ServiceConfig.Role role, List<String> references, String topicPrefix) {
        List<String> roles = new ArrayList<>();
        List<String> loops = new ArrayList<>();
        if (role.tails()) {
            roles.add("tail");
            loops.addAll(List.of("tail", "audit"));
        }
        if (role.triggers()) {
            roles.add("trigger");
            loops.add("trigger");
        }
        List<String> topics = Arrays.stream(Topic.values())
                .filter(topic -> topic != Topic.DEAD_LETTERS)
                .map(topic -> topic.name(topicPrefix))
                .toList();
        return new Meters.Known(
                roles,
                role.tails() ? references : List.of(),
                topics,
                loops,
                role.triggers() ? Verdict.kinds() : List.of());
    }
}
