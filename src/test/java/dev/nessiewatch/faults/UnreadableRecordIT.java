// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static dev.nessiewatch.testing.PlainReader.header;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Somebody writes noise into the topics of a service that runs as it is shipped. */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
class UnreadableRecordIT {
    private static final int NOISE = 60;
    private static final Map<String, Integer> TOPICS =
            Map.of("nessiewatch.snapshot-counts", 6, "nessiewatch.ledger", 6, "nessiewatch.positions", 1);

    @Test
    void aRecordNobodyCanReadIsPutAsideOnceAndTheNextOneIsProcessed() throws Exception {
        Random random = Site.random(UnreadableRecordIT.class);
        try (Site site = Site.open()) {
            Map<String, String> settings = site.settings(List.of("main"));
            settings.put("nessiewatch.policy.limit.snapshots", "20");
            settings.put("nessiewatch.policy.minimum-benefit", "5");
            site.catalog().put("main", "one", grown(site));
            Map<String, byte[]> noise;
            try (Service service = Service.start("unreadable", "all", settings).awaitReady()) {
                awaitVerdicts(site, service, 1);
                abortGhosts(site);
                noise = writeNoise(site, random);
                awaitLetters(site, service, noise.size());
                site.catalog().put("main", "two", grown(site));
                site.catalog().put("main", "three", grown(site));
                awaitVerdicts(site, service, 3);
                assertThat(service.body("api/tables"))
                        .contains("ns.one", "ns.two", "ns.three")
                        .doesNotContain("gh0st");
                assertThat(service.lines("is put aside")).hasSize(noise.size());
                assertThat(service.status("q/health/live")).isEqualTo(200);
            }
            assertLetters(site, noise);
            everythingIsReadAgain(site, settings, noise);
        }
    }

    /** A rebuild reads the same noise again, and all that stands behind it. */
    private static void everythingIsReadAgain(Site site, Map<String, String> settings, Map<String, byte[]> noise)
            throws Exception {
        try (Service again = Service.start("unreadable-again", "all", settings).awaitReady()) {
            again.awaitLine("The trigger has caught up: 3 tables, 0 open orders");
            site.catalog().put("main", "four", grown(site));
            awaitVerdicts(site, again, 4);
            assertThat(again.lines("is put aside")).isEmpty();
            assertThat(again.lines("ended with a fault")).isEmpty();
        }
        assertLetters(site, noise);
        Map<String, String> heads = site.heads(List.of("main"));
        site.assertLossless(site.reader().feed(), heads);
        try (Admin admin = Admin.create(client(site))) {
            assertThat(admin.listGroups().all().get())
                    .as("nobody joins a group")
                    .isEmpty();
        }
    }

    /** Good records about a table that there is not, in a transaction that is given up: nobody may know of them. */
    private static void abortGhosts(Site site) {
        ConsumerRecord<String, byte[]> good = new dev.nessiewatch.testing.PlainReader(
                        site.kafka().bootstrapServers())
                .records("nessiewatch.snapshot-counts")
                .get(0);
        String id = good.key().substring(0, good.key().lastIndexOf('@'));
        Map<String, Object> settings = new HashMap<>(client(site));
        settings.put("transactional.id", "somebody-else");
        try (var producer =
                new KafkaProducer<String, byte[]>(settings, new StringSerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            for (int i = 0; i < 3; i++) {
                String ghost = "gh0st" + i;
                byte[] value = new String(good.value(), StandardCharsets.UTF_8)
                        .replace(id, ghost)
                        .getBytes(StandardCharsets.UTF_8);
                Future<RecordMetadata> unused =
                        producer.send(new ProducerRecord<>(good.topic(), null, ghost + "@main", value, good.headers()));
            }
            producer.flush();
            producer.abortTransaction();
        }
    }

    /** Noise into every partition of every topic; where it lies. */
    private static Map<String, byte[]> writeNoise(Site site, Random random) throws Exception {
        Map<String, byte[]> noise = new HashMap<>();
        try (var producer = new KafkaProducer<>(client(site), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (Map.Entry<String, Integer> topic : TOPICS.entrySet()) {
                for (int partition = 0; partition < topic.getValue(); partition++) {
                    byte[] bytes = new byte[NOISE];
                    random.nextBytes(bytes);
                    byte[] key = "somebody@main".getBytes(StandardCharsets.UTF_8);
                    RecordMetadata written = producer.send(new ProducerRecord<>(topic.getKey(), partition, key, bytes))
                            .get();
                    noise.put(topic.getKey() + "-" + partition + "-" + written.offset(), bytes);
                }
            }
        }
        return noise;
    }

    private static void assertLetters(Site site, Map<String, byte[]> noise) {
        List<ConsumerRecord<String, byte[]>> letters = letters(site);
        assertThat(letters).extracting(ConsumerRecord::key).containsExactlyInAnyOrderElementsOf(noise.keySet());
        for (ConsumerRecord<String, byte[]> letter : letters) {
            assertThat(letter.value()).isEqualTo(noise.get(letter.key()));
            // Noise may begin as JSON does, so the words differ; there is one line of them.
            assertThat(header(letter, "reason")).isNotBlank().doesNotContain("\n");
            assertThat(letter.key())
                    .isEqualTo(header(letter, "topic") + "-" + header(letter, "partition") + "-"
                            + header(letter, "offset"));
        }
    }

    private static void awaitLetters(Site site, Service service, int count) {
        Waiting.until(
                () -> count + " dead letters, not " + letters(site).size() + "\n" + service.tail(),
                Duration.ofSeconds(180),
                () -> letters(site).size() >= count);
    }

    private static List<ConsumerRecord<String, byte[]>> letters(Site site) {
        return new dev.nessiewatch.testing.PlainReader(site.kafka().bootstrapServers())
                .records("nessiewatch.dead-letters");
    }

    private static void awaitVerdicts(Site site, Service service, int count) {
        Waiting.until(
                () -> count + " verdicts, not " + verdicts(site) + "\n" + service.tail(),
                Duration.ofSeconds(180),
                () -> verdicts(site).size() >= count);
        assertThat(verdicts(site)).doesNotHaveDuplicates().hasSize(count);
    }

    /** The tables whose orders were closed. */
    private static List<String> verdicts(Site site) {
        List<String> tables = new ArrayList<>();
        site.reader().orders().stream()
                .filter(entry -> entry.path("phase").asText().equals("VERIFIED"))
                .forEach(entry ->
                        tables.add(entry.path("order").path("contentId").asText()));
        return tables;
    }

    private static Map<String, Object> client(Site site) {
        return Map.of("bootstrap.servers", site.kafka().bootstrapServers());
    }

    private static String grown(Site site) {
        return site.warehouse().write(60, Duration.ofHours(12), Instant.now());
    }
}
