// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.RegularMetadata;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import picocli.CommandLine;

/** The answers of {@code backtest}: for people, for programs, and as a picture. */
class BacktestCommandTest {
    private static final Instant END = Instant.parse("2026-12-03T10:00:00Z");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private Path orders;
    private Path empty;

    @BeforeEach
    void record() throws IOException {
        Path metadata = Files.createDirectories(folder.resolve("orders/metadata"));
        orders = new RegularMetadata()
                .snapshots(28 * 24, END, Duration.ofHours(1))
                .write(metadata.resolve("00672-a.metadata.json"));
        empty = new RegularMetadata().write(folder.resolve("empty.metadata.json"));
    }

    @Test
    void answersPeopleAsThePageOfCommandsShows() throws IOException {
        assertThat(backtest("--retention", "2d", "--limit-snapshots", "200", orders.toString()))
                .isZero();

        Examples.check("backtest", shown());
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void answersProgramsAsThePageOfCommandsShows() throws IOException {
        assertThat(backtest(
                        "--json",
                        "--retention",
                        "2d",
                        "--limit-snapshots",
                        "200",
                        "--cool-down",
                        "4d",
                        orders.toString(),
                        folder + "/none"))
                .isEqualTo(1);

        Examples.check("backtest --json", shown());
    }

    @Test
    void drawsBothLinesAndTheLimit() throws Exception {
        Path file = folder.resolve("picture.svg");
        assertThat(backtest(
                        "--svg", file.toString(), "--retention", "2d", "--limit-snapshots", "200", orders.toString()))
                .isZero();

        Examples.checkPicture("backtest.svg", Files.readString(file));
        Document svg = xml(Files.readString(file));
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("Snapshot lists with and without targeted expiry");
        assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
                .startsWith("orders: with the weekly run alone the list peaks at");
        assertThat(classes(svg, "path")).contains("weekly", "targeted", "run");
        assertThat(classes(svg, "line")).contains("limit", "axis", "grid");
        assertThat(svg.getDocumentElement().getAttribute("role")).isEqualTo("img");
    }

    @Test
    void drawsAHostileNameAsText() throws Exception {
        Path hostile = new RegularMetadata()
                .snapshots(30, END, Duration.ofHours(1))
                .write(folder.resolve("<script>\u202e & \"x\".metadata.json"));
        Path file = folder.resolve("picture.svg");
        assertThat(backtest("--svg", file.toString(), hostile.toString())).isZero();

        assertThat(xml(Files.readString(file)).getElementsByTagName("script").getLength())
                .isZero();
        assertThat(Files.readString(file)).contains("&lt;script&gt;? &amp; &quot;x&quot;");
    }

    @Test
    void drawsAPanelForEachRecordingAndOneEvenForNone() throws Exception {
        Path file = folder.resolve("picture.svg");
        assertThat(backtest("--svg", file.toString(), orders.toString(), orders.toString()))
                .isZero();
        assertThat(xml(Files.readString(file)).getElementsByTagName("g").getLength())
                .isEqualTo(2);

        assertThat(backtest("--svg", file.toString(), empty.toString())).isEqualTo(1);
        assertThat(xml(Files.readString(file)).getElementsByTagName("g").getLength())
                .isZero();
    }

    @Test
    void saysInOneLineWhatCannotBeReplayed() {
        assertThat(backtest(empty.toString(), folder + "/none", orders.toString()))
                .isEqualTo(1);
        assertThat(err.toString().lines())
                .containsExactly(
                        "UNPLAYABLE  " + empty + ": the file lists no snapshot, so there is nothing to replay",
                        "MISSING  " + folder + "/none: no such file");
        assertThat(out.toString()).contains("orders: 672 snapshots");
        assertThat(backtest("--svg", folder + "/no/such/folder.svg", orders.toString()))
                .isEqualTo(1);
    }

    @Test
    void refusesWrongUsage() {
        String[][] wrong = {
            {},
            {"--retention", "1h", "x"},
            {"--minimum-benefit", "0", "x"},
            {"--weekly", "whenever", "x"},
            {"--run-time", "soon", "x"}
        };
        for (String[] arguments : wrong) {
            assertThat(backtest(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
        }
        assertThat(err.toString())
                .contains("nessiewatch.policy.minimum-benefit")
                .doesNotContain("\tat ");
    }

    private static java.util.List<String> classes(Document svg, String tag) {
        NodeList nodes = svg.getElementsByTagName(tag);
        java.util.List<String> classes = new java.util.ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            classes.add(((Element) nodes.item(i)).getAttribute("class"));
        }
        return classes;
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aPictureTakesThePlaceOfAnEarlierOneAndOfNothingElse() throws IOException {
        byte[] before = Files.readAllBytes(empty);
        assertThat(backtest("--svg", empty.toString(), orders.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--svg would overwrite " + empty + ", which is no picture of backtest; name a new file");
        assertThat(Files.readAllBytes(empty)).isEqualTo(before);
        assertThat(out.toString()).isEmpty();

        Path picture = folder.resolve("picture.svg");
        assertThat(backtest("--svg", picture.toString(), orders.toString())).isZero();
        String first = Files.readString(picture);
        assertThat(backtest("--svg", picture.toString(), "--limit-snapshots", "200", orders.toString()))
                .isZero();
        assertThat(Files.readString(picture)).isNotEqualTo(first).startsWith("<?xml");
    }

    private int backtest(String... arguments) {
        BacktestCommand command = new BacktestCommand(new PrintWriter(out), new PrintWriter(err));
        return new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private String shown() {
        return out.toString().replace(folder.toString(), "/lake");
    }
}
