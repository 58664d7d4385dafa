// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** The topics of the feed on the broker: creates what is missing, refuses what does not fit, changes nothing. */
public final class Topics {
    private final FeedConfig config;
    private final KafkaClients clients;

    /** @param kafka connection settings, {@code bootstrap.servers} and so on */
    public Topics(FeedConfig config, Map<String, Object> kafka) {
        this.config = config;
        this.clients = new KafkaClients(kafka);
    }

    /** Full name of a topic. */
    public String name(Topic topic) {
        return topic.name(config.topicPrefix());
    }

    /** Looks at all topics and creates the missing ones. Takes a few {@code start-timeout}s at most. */
    public TopicsState ensure() {
        try (Admin admin = clients.admin(config.startTimeout())) {
            Map<Topic, TopicDescription> found = describe(admin);
            List<Topic> missing = new ArrayList<>(List.of(Topic.values()));
            missing.removeAll(found.keySet());
            if (!missing.isEmpty() && !config.createTopics()) {
                return new TopicsState.Refused(missing(missing.get(0)));
            }
            String misfit = misfit(found, found.isEmpty() ? Map.of() : policies(admin, found));
            if (misfit != null) {
                return new TopicsState.Refused(misfit);
            }
            return new TopicsState.Ready(create(admin, missing));
        } catch (ExecutionException | KafkaException e) {
            return failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new TopicsState.Unavailable("Interrupted while asking for the feed's topics");
        }
    }

    private Map<Topic, TopicDescription> describe(Admin admin) throws ExecutionException, InterruptedException {
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        List.of(Topic.values()).stream().map(this::name).toList())
                .topicNameValues();
        Map<Topic, TopicDescription> found = new EnumMap<>(Topic.class);
        for (Topic topic : Topic.values()) {
            KafkaFuture<TopicDescription> answer = answers.get(name(topic));
            if (answer != null) {
                unless(UnknownTopicOrPartitionException.class, answer)
                        .ifPresent(description -> found.put(topic, description));
            }
        }
        return found;
    }

    private Map<Topic, String> policies(Admin admin, Map<Topic, TopicDescription> found)
            throws ExecutionException, InterruptedException {
        Map<ConfigResource, Topic> resources = new HashMap<>();
        found.keySet()
                .forEach(topic -> resources.put(new ConfigResource(ConfigResource.Type.TOPIC, name(topic)), topic));
        Map<Topic, String> policies = new EnumMap<>(Topic.class);
        for (Map.Entry<ConfigResource, Config> entry :
                admin.describeConfigs(resources.keySet()).all().get().entrySet()) {
            ConfigEntry policy = entry.getValue().get("cleanup.policy");
            Topic topic = resources.get(entry.getKey());
            if (policy != null && topic != null) {
                policies.put(topic, policy.value());
            }
        }
        return policies;
    }

    private @Nullable String misfit(Map<Topic, TopicDescription> found, Map<Topic, String> policies) {
        for (Topic topic : found.keySet()) {
            if (!topic.holdsState()) {
                continue;
            }
            int partitions = found.get(topic).partitions().size();
            if (partitions != topic.partitions(config)) {
                return wrongPartitions(topic, partitions);
            }
            String policy = policies.getOrDefault(topic, "");
            if (!policy.equals("compact")) {
                return "Topic " + name(topic) + " has cleanup.policy=" + policy
                        + ", expected compact: it holds state, and retention would delete it; set it with"
                        + " kafka-configs.sh --alter --entity-type topics --entity-name " + name(topic)
                        + " --add-config cleanup.policy=compact";
            }
        }
        return null;
    }

    private String wrongPartitions(Topic topic, int partitions) {
        String remedy = topic.partitions(config) == 1
                ? "delete the topic so that it is created anew, or choose another nessiewatch.feed.topic-prefix"
                : "set nessiewatch.feed.partitions=" + partitions
                        + " if that is the number it was created with, or choose another nessiewatch.feed.topic-prefix";
        return "Topic " + name(topic) + " has " + partitions + " partitions, expected " + topic.partitions(config)
                + ": the number is fixed for ever, because a table's records must stay in one partition; " + remedy;
    }

    private String missing(Topic topic) {
        return "Topic " + name(topic) + " does not exist, and nessiewatch.feed.create-topics is false; create it with "
                + topic.partitions(config) + " partitions and " + topic.settings() + ", or set the property to true";
    }

    private List<String> create(Admin admin, List<Topic> missing) throws ExecutionException, InterruptedException {
        List<NewTopic> topics = new ArrayList<>();
        for (Topic topic : missing) {
            Optional<Short> replication =
                    config.replicationFactor() == -1 ? Optional.empty() : Optional.of(config.replicationFactor());
            topics.add(new NewTopic(name(topic), Optional.of(topic.partitions(config)), replication)
                    .configs(topic.settings()));
        }
        List<String> created = new ArrayList<>();
        if (topics.isEmpty()) {
            return created;
        }
        for (Map.Entry<String, KafkaFuture<Void>> entry :
                admin.createTopics(topics).values().entrySet()) {
            try {
                entry.getValue().get();
                created.add(entry.getKey());
            } catch (ExecutionException e) {
                // The other role was faster, with the same settings.
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
        created.sort(null);
        return created;
    }

    private TopicsState failed(Exception trouble) {
        String message = KafkaTrouble.line("Asking for the topics of the feed", clients.address(), trouble);
        Throwable cause = KafkaTrouble.root(trouble);
        boolean refused = cause instanceof AuthorizationException
                || cause instanceof PolicyViolationException
                || cause instanceof InvalidReplicationFactorException;
        return refused ? new TopicsState.Refused(message) : new TopicsState.Unavailable(message);
    }

    private static <T> Optional<T> unless(Class<? extends KafkaException> expected, KafkaFuture<T> answer)
            throws ExecutionException, InterruptedException {
        try {
            return Optional.of(answer.get());
        } catch (ExecutionException e) {
            if (expected.isInstance(e.getCause())) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
