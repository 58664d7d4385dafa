// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.testing.LocalNessie;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;
import org.projectnessie.model.Tag;

/** What other rooms ask about HEAD, against a real Nessie server. */
class RealNessieAtHeadTest {
    private static LocalNessie nessie;
    private static NessieWriter main;
    private static NessieCommitLog log;

    @BeforeAll
    static void start() throws BaseNessieClientServerException {
        nessie = LocalNessie.start();
        main = NessieWriter.of(nessie.uri());
        log = new NessieCommitLog(nessie.uri(), Map.of());
        main.commit(Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns")));
    }

    @AfterAll
    static void stop() {
        log.close();
        main.api().close();
        nessie.close();
    }

    @Test
    void signedCommitsAndRenamedTablesAreFound() throws BaseNessieClientServerException {
        String branch = "feature/a/b.c";
        NessieWriter writer = main.create(branch, main.head());
        Follower follower = new Follower(branch);
        Tail tail = new Tail(log, new Excludes(List.of()), new TailLimits(250, 20, 1000, 500));
        writer.put("a", 1);
        String before = writer.head();
        String contentId = String.valueOf(writer.existing("a").getId());
        CommitMeta meta = CommitMeta.builder()
                .message("Iceberg commit against table ns.a")
                .author("spark")
                .putProperties("application-type", "iceberg")
                .putProperties("app-id", "nessiewatch/17")
                .build();
        follower.complete(tail);
        String signed =
                writer.commit(before, meta, Operation.Put.of(NessieWriter.key("a"), NessieWriter.table(2, contentId)));
        Activity activity =
                ((TableChange.Changed) follower.complete(tail).changes().get(0)).activity();
        assertThat(activity.signatures()).containsExactly("17@" + signed);
        // Its author is who started Spark; what grows a list is not to be blamed on the clean-up.
        assertThat(activity.writers()).containsExactly(Map.entry("nessiewatch", 1));
        assertThat(activity.newestCommitAt()).isNotNull();

        writer.rename("a", "b");
        TablesAtHead tables = new TablesAtHead(log);
        TableId id = new TableId(contentId, branch);
        assertThat(tables.findSigned(id, "17", before))
                .isEqualTo(new Signed.Found(signed, new TableContent(NessieWriter.location(2), 2, 0, 0, 0)));
        assertThat(tables.findSigned(id, "18", before)).isEqualTo(new Signed.NotFound());
        assertThat(tables.find(id, TableKey.of("ns", "a")))
                .isInstanceOfSatisfying(
                        AtHead.Found.class, found -> assertThat(found.key()).isEqualTo(TableKey.of("ns", "b")));
        assertThat(tables.find(new TableId("nobody", branch), TableKey.of("ns", "b")))
                .isInstanceOf(AtHead.Gone.class);
    }

    @Test
    void allBranchesAndTagsAreNamed() throws BaseNessieClientServerException {
        main.api()
                .createReference()
                .sourceRefName("main")
                .reference(Tag.of("v1", main.head()))
                .create();
        for (int i = 0; i < 260; i++) {
            main.create("many/" + i, main.head());
        }
        References.Known known = (References.Known) new TablesAtHead(log).references();
        assertThat(known.names()).contains("main", "v1", "many/259").doesNotHaveDuplicates();
        assertThat(known.complete()).isTrue();
    }
}
