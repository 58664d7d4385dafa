// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import static dev.nessiewatch.metadata.BytesSource.LOCATION;
import static dev.nessiewatch.metadata.BytesSource.counted;
import static dev.nessiewatch.metadata.BytesSource.gzip;
import static dev.nessiewatch.metadata.BytesSource.read;
import static dev.nessiewatch.metadata.BytesSource.unreadable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.metadata.Census.Flag;
import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each sort of file that writers leave behind, in its smallest form. */
class CensusReaderTest {
    private static final String HEAD = "\"format-version\":2,\"table-uuid\":\"u-1\",\"last-column-id\":1,";
    private static final String TWO = "\"snapshots\":[{\"snapshot-id\":1,\"timestamp-ms\":1000},"
            + "{\"snapshot-id\":2,\"parent-snapshot-id\":1,\"timestamp-ms\":2000}]";
    private static final String PLAIN = "{" + HEAD + "\"current-snapshot-id\":2," + TWO + "}";

    @Test
    void countsATable() {
        Census census = counted(PLAIN).census();
        assertThat(census.formatVersion()).isEqualTo(2);
        assertThat(census.tableUuid()).isEqualTo("u-1");
        assertThat(census.currentSnapshotId()).isEqualTo("2");
        assertThat(census.gzip()).isFalse();
        assertThat(census.snapshots()).isEqualTo(new Census.Snapshots(2, 2, 0, 0, 1, 1000L, 2000L));
        assertThat(census.refs()).isEqualTo(new Census.Refs(0, 0));
        assertThat(census.gcEnabled()).isNull();
        assertThat(census.flags()).isEmpty();
    }

    @Test
    void impliesMainWhereReferencesAreAbsent() {
        assertThat(counted(PLAIN).history().refs())
                .containsExactly(new SnapshotHistory.Ref("main", 2, true, null, null, null));
    }

    @Test
    void takesTheHeadOfMainFromNessie() {
        String refs = "\"refs\":{\"main\":{\"snapshot-id\":2,\"type\":\"branch\",\"min-snapshots-to-keep\":3}},";
        byte[] bytes = ("{" + HEAD + refs + "\"current-snapshot-id\":2," + TWO + "}").getBytes(StandardCharsets.UTF_8);
        CensusReader reader = new CensusReader(new BytesSource(bytes), CensusLimits.DEFAULT);
        Counted older = (Counted) reader.read(LOCATION, 1L);
        assertThat(older.census().currentSnapshotId()).isEqualTo("2");
        assertThat(older.census().snapshots().onMain()).isEqualTo(1);
        assertThat(older.census().snapshots().unreferenced()).isEqualTo(1);
        assertThat(older.history().refs()).containsExactly(new SnapshotHistory.Ref("main", 1, true, 3, null, null));
        Counted none = (Counted) reader.read(LOCATION, -1L);
        assertThat(none.census().snapshots().onMain()).isZero();
        assertThat(none.history().refs()).isEmpty();
    }

    @Test
    void takesAbsentNullAndMinusOneForNoCurrentSnapshot() {
        for (String current : new String[] {"", "\"current-snapshot-id\":null,", "\"current-snapshot-id\":-1,"}) {
            Counted counted = counted("{" + HEAD + current + "\"snapshots\":[]}");
            assertThat(counted.census().currentSnapshotId()).as(current).isNull();
            assertThat(counted.census().snapshots().total()).isZero();
            assertThat(counted.census().snapshots().oldestMs()).isNull();
            assertThat(counted.history().refs()).isEmpty();
        }
    }

    @Test
    void countsByPlaceAndNotByName() {
        String decoys = "\"properties\":{\"snapshots\":\"[{},{}]\",\"gc.enabled\":\"false\",\"refs\":\"x\"},"
                + "\"schemas\":[{\"fields\":[{\"doc\":\"\\\"snapshots\\\":[\",\"snapshots\":[1,2,3]}]}],"
                + "\"statistics\":[{\"snapshot-id\":9,\"snapshots\":[{}]}],"
                + "\"snapshot-log\":[{\"snapshot-id\":7,\"timestamp-ms\":1}],"
                + "\"unknown\":{\"snapshots\":[{}],\"format-version\":9,\"current-snapshot-id\":1},";
        Census census = counted("{" + HEAD + decoys + TWO + ",\"current-snapshot-id\":2}")
                .census();
        assertThat(census.snapshots().total()).isEqualTo(2);
        assertThat(census.snapshots().oldestMs()).isEqualTo(1000);
        assertThat(census.schemas()).isEqualTo(1);
        assertThat(census.statistics()).isEqualTo(1);
        assertThat(census.gcEnabled()).isFalse();
        assertThat(census.formatVersion()).isEqualTo(2);
    }

    /** A log may be longer than the list, shorter, or about snapshots that are not in it. */
    @Test
    void theLogIsNotTheList() {
        String entry = "{\"snapshot-id\":%d,\"timestamp-ms\":%d}";
        for (int[] log : new int[][] {{}, {2}, {1, 2, 1, 2}, {7, 8, 9}}) {
            String entries = Arrays.stream(log)
                    .mapToObj(id -> String.format(entry, id, id))
                    .collect(Collectors.joining(","));
            Census census = counted(
                            "{" + HEAD + "\"snapshot-log\":[" + entries + "],\"current-snapshot-id\":2," + TWO + "}")
                    .census();
            assertThat(census.snapshots()).as(entries).isEqualTo(new Census.Snapshots(2, 2, 0, 0, 1, 1000L, 2000L));
        }
    }

    @Test
    void aSummaryIsNotNeededAndNeitherIsItsOperation() {
        for (String summary : new String[] {"", ",\"summary\":{}", ",\"summary\":{\"x\":\"y\"}", ",\"summary\":null"}) {
            String list = "\"snapshots\":[{\"snapshot-id\":1,\"timestamp-ms\":1000" + summary + "}]";
            assertThat(counted("{" + HEAD + list + ",\"current-snapshot-id\":1}")
                            .census()
                            .snapshots())
                    .as(summary)
                    .isEqualTo(new Census.Snapshots(1, 1, 0, 0, 1, 1000L, 1000L));
        }
    }

    @Test
    void takesNothingFromTheNameOfTheFileAndNeedsNoColumns() {
        String bare = "{\"format-version\":1,\"table-uuid\":\"u\",\"last-column-id\":0,\"schema\":{\"type\":\"struct\","
                + "\"fields\":[]},\"current-snapshot-id\":2," + TWO + "}";
        byte[] bytes = bare.getBytes(StandardCharsets.UTF_8);
        for (String name :
                new String[] {"v1749025517.metadata.json", "vfinal.gz.metadata.json", "00003-x", "view.json"}) {
            for (byte[] stored : new byte[][] {bytes, gzip(bytes)}) {
                Counted counted = (Counted)
                        new CensusReader(new BytesSource(stored), CensusLimits.DEFAULT).read("s3://b/" + name, null);
                assertThat(counted.census().snapshots().total()).as(name).isEqualTo(2);
                assertThat(counted.census().formatVersion()).as(name).isEqualTo(1);
            }
        }
    }

    @Test
    void keepsIdsAndTimesOf64BitsWhole() {
        long id = Long.MAX_VALUE;
        long other = (1L << 32) + 1;
        String list = "\"snapshots\":[{\"snapshot-id\":" + other + ",\"timestamp-ms\":4102444800000},{\"snapshot-id\":"
                + id + ",\"parent-snapshot-id\":" + other + ",\"timestamp-ms\":4102444800001},"
                + "{\"snapshot-id\":1,\"timestamp-ms\":1}]";
        Counted counted = counted("{" + HEAD + "\"current-snapshot-id\":" + id + "," + list + "}");
        assertThat(counted.census().currentSnapshotId()).isEqualTo("9223372036854775807");
        assertThat(counted.census().snapshots()).isEqualTo(new Census.Snapshots(3, 2, 0, 1, 2, 1L, 4102444800001L));
        assertThat(counted.history().id(0)).isEqualTo(4294967297L);
    }

    @Test
    void addsItsSectionsUpToTheDecodedBytes() {
        String all = "{ " + HEAD + "\"schemas\" : [ {} ], \"schema\":{}, \"statistics\":[{}],\n"
                + "\"partition-statistics\":[],\"snapshot-log\":[{}],\"metadata-log\":[ ],\"refs\":{ },"
                + "\"properties\":{\"é\":\"表\"}, " + TWO + " }\n";
        Census.Bytes bytes = counted(all).census().bytes();
        assertThat(bytes.decoded()).isEqualTo(all.getBytes(StandardCharsets.UTF_8).length);
        assertThat(bytes.snapshots()).isEqualTo(TWO.length() - "\"snapshots\":".length());
        assertThat(bytes.schemas()).isEqualTo("[ {} ]{}".length());
        assertThat(bytes.statistics()).isEqualTo("[{}][]".length());
        assertThat(bytes.logs()).isEqualTo("[{}][ ]".length());
        assertThat(bytes.refs()).isEqualTo("{ }".length());
        assertThat(bytes.properties()).isEqualTo("{\"é\":\"表\"}".getBytes(StandardCharsets.UTF_8).length);
        assertThat(bytes.decoded() - bytes.other())
                .isEqualTo(bytes.snapshots()
                        + bytes.schemas()
                        + bytes.statistics()
                        + bytes.logs()
                        + bytes.refs()
                        + bytes.properties());
    }

    @Test
    void sharesSnapshotsOutByWhoReachesThem() {
        String list = "\"snapshots\":[{\"snapshot-id\":1,\"timestamp-ms\":1},"
                + "{\"snapshot-id\":2,\"parent-snapshot-id\":1,\"timestamp-ms\":2},"
                + "{\"snapshot-id\":3,\"parent-snapshot-id\":1,\"timestamp-ms\":3},"
                + "{\"snapshot-id\":4,\"parent-snapshot-id\":99,\"timestamp-ms\":4}]";
        String refs = "\"refs\":{\"main\":{\"snapshot-id\":2,\"type\":\"branch\"},"
                + "\"b\\\"ü\\\\\":{\"type\":\"BRANCH\",\"snapshot-id\":3},\"t\":{\"snapshot-id\":1,\"type\":\"tag\"}},";
        Counted counted = counted("{" + HEAD + refs + list + ",\"current-snapshot-id\":2}");
        assertThat(counted.census().snapshots()).isEqualTo(new Census.Snapshots(4, 2, 1, 1, 1, 1L, 4L));
        assertThat(counted.census().refs()).isEqualTo(new Census.Refs(2, 1));
        assertThat(counted.history().refs().get(1).name()).isEqualTo("b\"ü\\");
    }

    @Test
    void decidesOnGzipByTheFirstTwoBytesAndReadsEveryMember() {
        byte[] plain = PLAIN.getBytes(StandardCharsets.UTF_8);
        byte[] first = gzip(Arrays.copyOf(plain, 50));
        byte[] second = gzip(Arrays.copyOfRange(plain, 50, plain.length));
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        Census census = ((Counted) read(both)).census();
        assertThat(census.gzip()).isTrue();
        assertThat(census.snapshots().total()).isEqualTo(2);
        assertThat(census.bytes().stored()).isEqualTo(both.length);
        assertThat(census.bytes().decoded()).isEqualTo(plain.length);
    }

    @Test
    void takesNoPartOfACutFileForTheWhole() {
        String tokens = "\"x\":[true,null,-1.5e3,\"\\u00e9 表\"],";
        byte[] plain = PLAIN.replace("\"snapshots\"", tokens + "\"snapshots\"").getBytes(StandardCharsets.UTF_8);
        byte[] packed = gzip(plain);
        for (int length = 0; length < plain.length; length++) {
            Unreadable cut = (Unreadable) read(Arrays.copyOf(plain, length));
            assertThat(cut.kind()).as("plain, " + length + ", " + cut.message()).isEqualTo(Kind.TRUNCATED);
            assertThat(cut.offset()).isEqualTo(length);
        }
        for (int length = 2; length < packed.length; length++) {
            assertThat(((Unreadable) read(Arrays.copyOf(packed, length))).kind())
                    .as("gzip, " + length)
                    .isEqualTo(Kind.TRUNCATED);
        }
    }

    @Test
    void refusesDamagedGzip() {
        byte[] packed = gzip(PLAIN.getBytes(StandardCharsets.UTF_8));
        packed[packed.length - 6] ^= 1;
        assertThat(((Unreadable) read(packed)).kind()).isEqualTo(Kind.MALFORMED);
    }

    @Test
    void flagsWhatIsOddWithoutLosingTheCount() {
        assertThat(counted("\ufeff" + PLAIN).census().flags()).containsExactly(Flag.BYTE_ORDER_MARK);
        assertThat(counted("\ufeff" + PLAIN).census().bytes().decoded()).isEqualTo(PLAIN.length() + 3);
        assertThat(counted(PLAIN + " \n\t").census().flags()).isEmpty();
        assertThat(counted(PLAIN + "\n{}").census().flags()).containsExactly(Flag.TRAILING_BYTES);
        assertThat(counted(PLAIN + "\0\0").census().flags()).containsExactly(Flag.TRAILING_BYTES);
    }

    @Test
    void takesTheLastOfARepeatedField() {
        String twice = "{" + HEAD + TWO + ",\"current-snapshot-id\":2,"
                + "\"snapshots\":[{\"snapshot-id\":5,\"timestamp-ms\":5}],\"current-snapshot-id\":5}";
        Census census = counted(twice).census();
        assertThat(census.snapshots()).isEqualTo(new Census.Snapshots(1, 1, 0, 0, 1, 5L, 5L));
        assertThat(census.currentSnapshotId()).isEqualTo("5");
        assertThat(census.flags()).containsExactly(Flag.DUPLICATE_ROOT_KEYS);
    }

    @Test
    void flagsIdsThatAreNo64BitNumbersAndStillFollowsTheirChains() {
        for (String[] ids : new String[][] {
            {"9223372036854775808", "18446744073709551615"}, {"\"a\"", "\"b\""}, {"1.5", "2.5e300"}, {"10.0", "2e1"}
        }) {
            Census census = counted("{" + HEAD + "\"snapshots\":[{\"snapshot-id\":" + ids[0]
                            + ",\"timestamp-ms\":1},{\"snapshot-id\":" + ids[1] + ",\"parent-snapshot-id\":" + ids[0]
                            + ",\"timestamp-ms\":2}],\"current-snapshot-id\":" + ids[1] + "}")
                    .census();
            assertThat(census.flags()).as(ids[0]).containsExactly(Flag.ID_BEYOND_INT64);
            assertThat(census.snapshots()).as(ids[0]).isEqualTo(new Census.Snapshots(2, 2, 0, 0, 1, 1L, 2L));
            assertThat(census.currentSnapshotId()).isEqualTo(ids[1].replace("\"", ""));
        }
    }

    @Test
    void flagsListsAndReferencesThatDoNotFit() {
        String odd = "{" + HEAD + "\"last-updated-ms\":1000,\"current-snapshot-id\":8,"
                + "\"refs\":{\"t\":{\"snapshot-id\":9,\"type\":\"tag\"}},\"snapshots\":["
                + "{\"snapshot-id\":1,\"timestamp-ms\":1000},{\"snapshot-id\":1,\"timestamp-ms\":90000}]}";
        Census census = counted(odd).census();
        assertThat(census.snapshots().total()).isEqualTo(2);
        assertThat(census.flags())
                .containsExactlyInAnyOrder(
                        Flag.CURRENT_NOT_IN_LIST,
                        Flag.DUPLICATE_SNAPSHOT_IDS,
                        Flag.REF_TO_NOTHING,
                        Flag.FUTURE_SNAPSHOT_TIME);
    }

    @Test
    void endsOnALoopOfParents() {
        String loop = "{" + HEAD + "\"current-snapshot-id\":2,\"snapshots\":["
                + "{\"snapshot-id\":1,\"parent-snapshot-id\":2,\"timestamp-ms\":1},"
                + "{\"snapshot-id\":2,\"parent-snapshot-id\":1,\"timestamp-ms\":2}]}";
        Counted counted = counted(loop);
        assertThat(counted.census().snapshots().onMain()).isEqualTo(2);
        Preview preview = ExpiryPreview.of(counted.history(), new ExpiryTerms(9, 1, 9));
        assertThat(preview.removedIds()).containsExactly(1);
    }

    @Test
    void tellsWhatIsNotATable() {
        String view = "{\"view-uuid\":\"v\",\"format-version\":1,\"location\":\"s3://b\",\"schemas\":[],"
                + "\"current-version-id\":1,\"versions\":[],\"properties\":{}}";
        String function = "{\"function-uuid\":\"f\",\"format-version\":1,\"definitions\":[]}";
        for (String other : new String[] {view, function, "{}", "[]", "7", "{\"a\":1}\n{\"a\":2}\n"}) {
            assertThat(unreadable(other).kind()).as(other).isEqualTo(Kind.NOT_A_TABLE);
        }
        assertThat(unreadable(view).message()).contains("a view").contains(LOCATION);
        assertThat(unreadable("{" + TWO + "}").kind()).isEqualTo(Kind.NOT_A_TABLE);
    }

    @Test
    void refusesUnknownVersions() {
        for (String version : new String[] {"0", "5", "42", "-1"}) {
            String document = PLAIN.replace("\"format-version\":2", "\"format-version\":" + version);
            assertThat(unreadable(document).kind()).as(version).isEqualTo(Kind.UNSUPPORTED_VERSION);
        }
        for (int version = 1; version <= 4; version++) {
            String document = PLAIN.replace("\"format-version\":2", "\"format-version\":" + version);
            assertThat(counted(document).census().formatVersion()).isEqualTo(version);
        }
    }

    @Test
    void refusesWhatTheCountDependsOn() {
        String[] wrong = {
            "\"snapshots\":{}",
            "\"snapshots\":[null]",
            "\"snapshots\":[{\"timestamp-ms\":1}]",
            "\"snapshots\":[{\"snapshot-id\":-1,\"timestamp-ms\":1}]",
            "\"snapshots\":[{\"snapshot-id\":1}]",
            "\"snapshots\":[{\"snapshot-id\":1,\"timestamp-ms\":\"1\"}]",
            "\"refs\":[]",
            "\"refs\":{\"a\":{\"type\":\"tag\"}}",
            "\"refs\":{\"a\":{\"snapshot-id\":1,\"type\":\"twig\"}}",
            "\"current-snapshot-id\":{}",
            "\"format-version\":\"2\""
        };
        for (String field : wrong) {
            Unreadable refused = unreadable("{" + HEAD + field + "}");
            assertThat(refused.kind()).as(field).isEqualTo(Kind.MALFORMED);
            assertThat(refused.offset()).as(field).isNotNull();
        }
    }

    @Test
    void refusesWhatIsNotJsonWithItsPlace() {
        assertThat(unreadable("hello").kind()).isEqualTo(Kind.MALFORMED);
        assertThat(unreadable("{\"a\":1,}").offset()).isEqualTo(7);
        assertThat(unreadable("{\"a\u0001b\":1}").message()).doesNotContain("\u0001");
        byte[] latin = PLAIN.replace("u-1", "ü-1").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(((Unreadable) read(latin)).kind()).isEqualTo(Kind.MALFORMED);
        assertThat(((Unreadable) read(PLAIN.getBytes(StandardCharsets.UTF_16))).kind())
                .isEqualTo(Kind.MALFORMED);
    }

    @Test
    void keepsClearOfFilesOfNessiesRestCatalog() {
        String rest = "{" + HEAD + "\"last-sequence-number\":4,\"current-snapshot-id\":1,\"metadata-log\":[],"
                + "\"snapshot-log\":[{}],\"snapshots\":[{\"snapshot-id\":1,\"timestamp-ms\":1}]}";
        String fresh = rest.replace("number\":4", "number\":1");
        String marked = fresh.replace(
                "\"metadata-log\"", "\"properties\":{\"nessie.catalog.content-id\":\"c\"},\"metadata-log\"");
        assertThat(flags(rest, "00000-x.metadata.json").contains(Flag.REST_MANAGED))
                .isTrue();
        assertThat(flags(marked, "00000-x.metadata.json").contains(Flag.REST_MANAGED))
                .isTrue();
        assertThat(flags(fresh, "00000-x.metadata.json").contains(Flag.REST_MANAGED))
                .isFalse();
        assertThat(flags(rest, "00003-x.metadata.json").contains(Flag.REST_MANAGED))
                .isFalse();
    }

    private static List<Flag> flags(String document, String name) {
        CensusReader reader =
                new CensusReader(new BytesSource(document.getBytes(StandardCharsets.UTF_8)), CensusLimits.DEFAULT);
        return ((Counted) reader.read("s3://b/t/metadata/" + name, null))
                .census()
                .flags();
    }

    @Test
    void keepsThePropertiesThatDecideExpiry() {
        String properties =
                "\"properties\":{\"gc.enabled\":\"true\",\"history.expire.max-ref-age-ms\":\"5\",\"a\":\"b\","
                        + "\"write.metadata.previous-versions-max\":\"7\"},";
        Census census = counted("{" + HEAD + properties + TWO + "}").census();
        assertThat(census.gcEnabled()).isTrue();
        assertThat(census.maintenance())
                .containsOnlyKeys("history.expire.max-ref-age-ms", "write.metadata.previous-versions-max");
    }

    @Test
    void listsTheNewestTimesAscending() {
        SnapshotHistory history = counted(PLAIN).history();
        assertThat(history.newestTimesMs(1)).containsExactly(2000L);
        assertThat(history.newestTimesMs(9)).containsExactly(1000L, 2000L);
    }
}
