// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static dev.nessiewatch.watch.Tables.content;
import static dev.nessiewatch.watch.Tables.delete;
import static dev.nessiewatch.watch.Tables.put;
import static dev.nessiewatch.watch.Tables.putView;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class TablesAtHeadTest {
    private static final TableId A = new TableId("A", "main");
    private static final TableKey KEY = TableKey.of("ns", "a");

    private final FakeCommitLog log = new FakeCommitLog();
    private final TablesAtHead tables = new TablesAtHead(log);

    @Test
    void findsTheTableWhereItWasWithTwoRequests() {
        String head = log.commit("main", put("a", "A", 7));
        assertThat(tables.find(A, KEY)).isEqualTo(new AtHead.Found(head, KEY, content(7)));
        assertThat(log.requests).containsExactly("head", "content");
    }

    @Test
    void findsARenamedTableByItsContentId() {
        log.commit("main", put("a", "A", 7));
        String head = log.commit("main", delete("a"), put("b", "A", 7), put("c", "C", 1));
        assertThat(tables.find(A, KEY)).isEqualTo(new AtHead.Found(head, TableKey.of("ns", "b"), content(7)));
        log.commit("main", put("a", "OTHER", 1));
        assertThat(tables.find(A, KEY)).isInstanceOf(AtHead.Found.class);
    }

    @Test
    void saysWhatStandsThereInstead() {
        log.commit("main", put("a", "OTHER", 7));
        assertThat(((AtHead.Gone) tables.find(A, KEY)).why()).startsWith("another table stands under ns.a");
        log.commit("main", putView("a"));
        assertThat(((AtHead.Gone) tables.find(A, KEY)).why()).startsWith("no table stands under ns.a");
    }

    @Test
    void tellsAMissingReferenceFromAMissingAnswer() {
        log.outage = "content"::equals;
        assertThat(tables.find(A, KEY)).isEqualTo(new AtHead.Unavailable("No answer to content"));
        log.outage = request -> false;
        log.delete("main");
        assertThat(tables.find(A, KEY)).isEqualTo(new AtHead.ReferenceMissing("main"));
    }

    @Test
    void namesAllReferencesPageByPage() {
        for (int i = 0; i < 7; i++) {
            log.assign("feature/" + i, FakeCommitLog.ROOT);
        }
        log.pageCap = 3;
        References.Known known = (References.Known) tables.references();
        assertThat(known.names()).hasSize(8).contains("main", "feature/6");
        assertThat(known.complete()).isTrue();
        log.outage = "references"::equals;
        assertThat(tables.references()).isEqualTo(new References.Unavailable("No answer to references"));
    }

    @Test
    void saysWhenThereAreMoreReferencesThanWereRead() {
        for (int i = 0; i < 10_300; i++) {
            log.assign("r" + i, FakeCommitLog.ROOT);
        }
        References.Known known = (References.Known) tables.references();
        assertThat(known.names()).hasSize(10_000);
        assertThat(known.complete()).isFalse();
    }

    @Test
    void findsTheNewestSignedCommitAndWhatItPut() {
        String before = log.commit("main", put("a", "A", 1));
        log.commit("main", signed("42"), List.of(put("a", "A", 2)));
        String newest = log.commit("main", signed("42"), List.of(put("a", "A", 3), put("b", "B", 1)));
        log.commit("main", signed("421"), List.of(put("a", "A", 4)));
        assertThat(tables.findSigned(A, "42", before)).isEqualTo(new Signed.Found(newest, content(3)));
        log.hide(newest, null);
        assertThat(tables.findSigned(A, "42", before)).isEqualTo(new Signed.Found(newest, null));
    }

    @Test
    void doesNotLookAtTheCommitItStopsAt() {
        String before = log.commit("main", signed("42"), List.of(put("a", "A", 1)));
        assertThat(tables.findSigned(A, "42", before)).isEqualTo(new Signed.NotFound());
        log.commit("main", put("a", "A", 2));
        assertThat(tables.findSigned(A, "42", before)).isEqualTo(new Signed.NotFound());
    }

    @Test
    void anUnfinishedSearchIsNoNegativeAnswer() {
        String before = log.commit("main", put("a", "A", 1));
        log.commit("main", put("a", "A", 2));
        assertThat(((Signed.Inconclusive) tables.findSigned(A, "42", "elsewhere")).why())
                .contains("elsewhere");
        log.outage = "log"::equals;
        assertThat(tables.findSigned(A, "42", before)).isEqualTo(new Signed.Unavailable("No answer to log"));
    }

    private static Commit.Meta signed(String order) {
        return new Commit.Meta(null, List.of("spark"), "iceberg", null, Commit.SIGNATURE + order);
    }
}
