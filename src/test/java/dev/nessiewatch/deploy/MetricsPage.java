// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may be asked for: the metrics of docs/metrics.md with their labels, and those of Argo's controller that are known by
 * name. What is found wrong is said in words, and nothing is an empty list.
 */
final class MetricsPage {
    /** As Argo documents them, from 3.6 on. */
    private static final Map<String, Set<String>> ARGO = Map.of("argo_workflows_gauge", Set.of("phase"));

    /** Labels that scraping adds. */
    private static final Set<String> SCRAPED = Set.of("namespace", "pod", "container", "job", "instance", "endpoint");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(nessiewatch_\\w+)` \\| \\w+ \\| ([^|]*)\\|");
    private static final Pattern SELECTOR = Pattern.compile("\\b([a-z]\\w+)\\{(?!\\{)([^}]*)}");
    private static final Pattern METRIC = Pattern.compile("\\b(?:nessiewatch|argo)_\\w+");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|group_left)\\s*\\(([^)]*)\\)");

    private final Map<String, Set<String>> labels = new TreeMap<>(ARGO);

    MetricsPage() {
        try {
            Matcher row = ROW.matcher(Files.readString(Path.of("docs/metrics.md")));
            while (row.find()) {
                Set<String> names = new TreeSet<>();
                Matcher name = Pattern.compile("`(\\w+)`").matcher(row.group(2));
                while (name.find()) {
                    names.add(name.group(1));
                }
                labels.put(row.group(1), names);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names of metrics in a text. */
    static Set<String> metricsIn(String text) {
        Set<String> names = new TreeSet<>();
        Matcher name = METRIC.matcher(text);
        while (name.find()) {
            names.add(name.group());
        }
        return names;
    }

    /** What is wrong with a query, or with a text that holds queries. */
    List<String> problems(String text) {
        List<String> problems = new ArrayList<>();
        Set<String> known = new TreeSet<>(SCRAPED);
        for (String metric : metricsIn(text)) {
            if (labels.containsKey(metric)) {
                known.addAll(labels.get(metric));
            } else {
                problems.add("no metric " + metric);
            }
        }
        Matcher selector = SELECTOR.matcher(text);
        while (selector.find()) {
            Set<String> own = labels.getOrDefault(selector.group(1), Set.of());
            Matcher label = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)").matcher(selector.group(2));
            while (label.find()) {
                if (!own.contains(label.group(1)) && !SCRAPED.contains(label.group(1))) {
                    problems.add("no label " + label.group(1) + " on " + selector.group(1));
                }
            }
        }
        Matcher grouping = GROUPING.matcher(text);
        while (grouping.find()) {
            for (String label : grouping.group(1).split("[,\\s]+")) {
                if (!label.isEmpty() && !known.contains(label)) {
                    problems.add("no label " + label + " to group by");
                }
            }
        }
        return problems;
    }
}
