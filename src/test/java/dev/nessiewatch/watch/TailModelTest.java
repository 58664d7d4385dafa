// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories against a random reader. The oracle is the state of the branch at the commit that was reached: what
 * was published must be exactly its watched tables. That nothing is published twice is checked by {@link Follower}.
 */
class TailModelTest {
    private static final int STEPS = 400;
    private static final Excludes EXCLUDES = new Excludes(List.of(".*__dbt_tmp.*", ".*__dbt_backup.*"));
    private static final String[] NAMES = {
        "a", "b", "c", "d", "e", "f", "a__dbt_tmp", "b__dbt_tmp_7", "c__dbt_backup", "x.y", "x/y", "Größe"
    };

    static List<Long> seeds() {
        Random random = new Random(Long.getLong("nessiewatch.test.seed", 20261130L));
        return random.longs(Integer.getInteger("nessiewatch.test.seeds", 30))
                .boxed()
                .toList();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsPublishedIsWhatStandsThere(long seed) {
        Run run = new Run(seed);
        for (int step = 0; step < STEPS; step++) {
            run.step("seed " + seed + ", step " + step);
        }
        run.finish("seed " + seed);
    }

    /** One random history. */
    private static final class Run {
        private final Random random;
        private final FakeCommitLog log = new FakeCommitLog();
        private final Follower follower = new Follower("main");
        private final List<String> heads = new ArrayList<>(List.of(FakeCommitLog.ROOT));
        private Tail tail;
        private int counter;

        Run(long seed) {
            random = new Random(seed);
            tail = restarted();
        }

        void step(String where) {
            log.pageCap = 1 + random.nextInt(8);
            switch (random.nextInt(12)) {
                case 0 -> moveTheBranch();
                case 1 -> mergeIn();
                case 2 -> trickTheServer();
                case 3 -> tail = restarted();
                case 4, 5, 6 -> look(where);
                default -> {
                    int commits = 1 + random.nextInt(random.nextInt(20) == 0 ? 60 : 4);
                    for (int i = 0; i < commits; i++) {
                        write("main");
                    }
                }
            }
        }

        void finish(String where) {
            log.outage = request -> false;
            while (!(follower.step(tail) instanceof Poll.UpToDate)) {
                check(where);
            }
            check(where);
            assertThat(follower.hash()).as(where).isEqualTo(log.at("main"));
        }

        private Tail restarted() {
            int chunk = 1 + random.nextInt(6);
            return new Tail(log, EXCLUDES, new TailLimits(1 + random.nextInt(20), 1 + random.nextInt(8), 200, chunk));
        }

        private void look(String where) {
            boolean shaky = random.nextInt(4) == 0;
            log.outage = request -> shaky && random.nextInt(3) == 0;
            boolean published = random.nextInt(6) != 0;
            boolean chain = onChain(log.at("main"), follower.position() == null ? "" : follower.hash());
            Poll poll = random.nextInt(10) == 0 && follower.position() != null
                    ? tail.compare("main", follower.known(), follower, "a check")
                    : tail.poll("main", follower.position(), follower);
            log.outage = request -> false;
            if (poll instanceof Poll.Advanced advanced && advanced.reconciled() == null) {
                assertThat(chain)
                        .as(where + ": the walk may only be trusted on the chain")
                        .isTrue();
                assertThat(advanced.complete()).isTrue();
            }
            if (published) {
                follower.publish(poll);
                check(where);
            }
        }

        private void check(String where) {
            if (follower.position() != null && follower.known().target() == null) {
                assertThat(follower.view()).as(where).isEqualTo(watched(follower.hash()));
            }
        }

        private Map<TableKey, FakeCommitLog.Held> watched(String hash) {
            Map<TableKey, FakeCommitLog.Held> watched = new HashMap<>();
            log.state(hash).forEach((key, held) -> {
                if (held.content() != null && !EXCLUDES.matches(key)) {
                    watched.put(key, held);
                }
            });
            return watched;
        }

        private boolean onChain(String from, String hash) {
            String at = from;
            while (!at.equals(hash) && !at.equals(FakeCommitLog.ROOT)) {
                at = log.parent(at);
            }
            return at.equals(hash);
        }

        private void moveTheBranch() {
            if (random.nextInt(3) == 0) {
                log.assign("main", heads.get(random.nextInt(heads.size())));
            }
        }

        private void mergeIn() {
            log.assign("work", log.at("main"));
            for (int i = random.nextInt(8); i >= 0; i--) {
                write("work");
            }
            log.merge("work", "main");
            heads.add(log.at("main"));
        }

        private void trickTheServer() {
            String head = log.at("main");
            if (!head.equals(FakeCommitLog.ROOT) && random.nextInt(3) == 0) {
                log.hide(head, random.nextBoolean() ? null : List.of());
            }
        }

        private void write(String branch) {
            Map<TableKey, LogOperation.PutTable> tables = tables(log.at(branch));
            TableKey key = TableKey.of("ns", NAMES[random.nextInt(NAMES.length)]);
            List<LogOperation> operations = new ArrayList<>();
            if (tables.isEmpty()) {
                operations.add(Tables.put(key, newId(), random.nextInt(3)));
            } else {
                List<LogOperation.PutTable> all = List.copyOf(tables.values());
                fill(operations, key, all.get(random.nextInt(all.size())), tables.get(key));
            }
            Collections.shuffle(operations, random);
            log.commit(branch, FakeCommitLog.meta("w" + random.nextInt(20)), operations);
            heads.add(log.at(branch));
        }

        /** One commit of one kind: {@code one} stands somewhere; {@code two} stands under {@code key}, or nothing does. */
        private void fill(
                List<LogOperation> operations,
                TableKey key,
                LogOperation.PutTable one,
                LogOperation.@Nullable PutTable two) {
            switch (random.nextInt(9)) {
                case 0 -> operations.add(new LogOperation.Delete(one.key()));
                case 1 -> operations.add(Tables.put(one.key(), newId(), random.nextInt(3)));
                case 2 -> operations.add(new LogOperation.PutOther(key, "ICEBERG_VIEW"));
                case 3 -> operations.add(one);
                case 4, 5, 6 -> {
                    operations.add(new LogOperation.PutTable(key, one.contentId(), one.content()));
                    if (two != null && random.nextBoolean() && !key.equals(one.key())) {
                        operations.add(new LogOperation.PutTable(one.key(), two.contentId(), two.content()));
                    } else if (!key.equals(one.key())) {
                        operations.add(new LogOperation.Delete(one.key()));
                    }
                }
                case 7 -> operations.add(Tables.put(one.key(), one.contentId(), random.nextInt(3)));
                default -> operations.add(Tables.put(key, newId(), random.nextInt(3)));
            }
        }

        private Map<TableKey, LogOperation.PutTable> tables(String hash) {
            Map<TableKey, LogOperation.PutTable> tables = new LinkedHashMap<>();
            log.state(hash).forEach((key, held) -> {
                if (held.content() != null) {
                    tables.put(key, new LogOperation.PutTable(key, held.contentId(), held.content()));
                }
            });
            return tables;
        }

        private String newId() {
            return "id-" + counter++;
        }
    }
}
