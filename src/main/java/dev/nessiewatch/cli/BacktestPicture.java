// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.backtest.Result;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The lists over time as one SVG: a panel for each recording with both lines and the limit. It is readable in light and in
 * dark, without colours (the lines differ in stroke), and by a screen reader (title and description).
 */
final class BacktestPicture {
    private static final int PANEL = 320;
    private static final String STYLE = """
            :root { color-scheme: light dark }
            .ground { fill: #ffffff } text { fill: #24292f; font: 13px system-ui, sans-serif }
            .name { font-weight: 600; font-size: 15px } .small { font-size: 12px }
            .grid { stroke: #d0d7de; stroke-width: 1 } .axis { stroke: #57606a; stroke-width: 1 }
            .weekly { fill: none; stroke: #9a6700; stroke-width: 1.5 }
            .targeted { fill: none; stroke: #0550ae; stroke-width: 2.5 }
            .limit { stroke: #cf222e; stroke-width: 1.5; stroke-dasharray: 7 5 }
            .run { fill: #0550ae }
            @media (prefers-color-scheme: dark) {
              .ground { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d } .axis { stroke: #8b949e }
              .weekly { stroke: #d29922 } .targeted { stroke: #79c0ff } .limit { stroke: #ff7b72 } .run { fill: #79c0ff }
            }
            """;

    /** How every picture begins, by which one is known again. */
    static final String START = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title desc\"";

    private BacktestPicture() {}

    /** The whole document. */
    static String of(List<Result> results) {
        int height = Math.max(1, results.size()) * PANEL;
        StringBuilder svg = new StringBuilder(START);
        svg.append(" width=\"")
                .append(BacktestPanel.WIDTH)
                .append("\" height=\"")
                .append(height)
                .append("\" viewBox=\"0 0 ")
                .append(BacktestPanel.WIDTH)
                .append(' ')
                .append(height)
                .append("\">\n<title id=\"title\">Snapshot lists with and without targeted expiry</title>\n")
                .append("<desc id=\"desc\">")
                .append(text(results.stream().map(BacktestPicture::told).collect(Collectors.joining(" "))))
                .append("</desc>\n<style>\n")
                .append(STYLE)
                .append("</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n");
        for (int i = 0; i < results.size(); i++) {
            svg.append("<g transform=\"translate(0 ").append(i * PANEL).append(")\">\n");
            new BacktestPanel(results.get(i), svg).draw();
            svg.append("</g>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    /** Text for XML, without characters that XML forbids. */
    static String text(String raw) {
        return Figures.visible(raw)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replaceAll("[\\ufffe\\uffff]", "?");
    }

    private static String told(Result result) {
        return result.recording().name() + ": with the weekly run alone the list peaks at "
                + Figures.count(result.weeklyOnly().peak().snapshots(), "snapshot") + ", with "
                + Figures.count(result.runs().size(), "targeted run") + " at "
                + Figures.number(result.targeted().peak().snapshots()) + "; the limit is "
                + Figures.number(result.limits().snapshots()) + ".";
    }
}
