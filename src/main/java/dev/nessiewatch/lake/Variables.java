// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.lake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables of the environment that properties may be given as. One that is misspelt would be passed over in silence, and
 * the service would run by a default that nobody meant.
 */
public final class Variables {
    /** Names that Kubernetes sets in every pod for each Service of the namespace; the first group names the Service. */
    private static final Pattern SERVICE_LINK = Pattern.compile(
            "(.+?)_(?:SERVICE_HOST|SERVICE_PORT(?:_.+)?|PORT(?:_\\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)");

    private static final Pattern STAR = Pattern.compile("\\[\\*]|\\*|[^A-Za-z0-9]");

    private final Set<String> names = new TreeSet<>();
    private final List<Pattern> patterns = new ArrayList<>();

    /**
     * @param properties every property there is; {@code [*]} stands for the place in a list, {@code *} for any name
     * @param others variables that are not meant for this process, but may be there
     */
    public Variables(Collection<String> properties, Collection<String> others) {
        names.addAll(others);
        for (String property : properties) {
            if (property.contains("*")) {
                patterns.add(Pattern.compile(STAR.matcher(property.toUpperCase(Locale.ROOT))
                        .replaceAll(found -> Matcher.quoteReplacement(part(found.group())))));
            } else {
                names.add(variable(property));
            }
        }
    }

    /**
     * One line for each variable that begins like a property and is none.
     *
     * @param prefix what the names of properties begin with, such as {@code nessiewatch.}
     * @param environment all variables
     */
    public List<String> unknown(String prefix, Map<String, String> environment) {
        List<String> problems = new ArrayList<>();
        for (String name : new TreeSet<>(environment.keySet())) {
            String variable = variable(name);
            if (variable.startsWith(variable(prefix)) && !isKnown(variable) && !isServiceLink(name, environment)) {
                String meant = Likeness.near(variable, names).stream()
                        .findFirst()
                        .map(near -> "correct it to " + near + ", or ")
                        .orElse("");
                problems.add("environment variable " + name + " is not a property of nessiewatch; " + meant
                        + "take it away; docs/configuration.md lists every property");
            }
        }
        return problems;
    }

    private boolean isKnown(String variable) {
        return names.contains(variable)
                || patterns.stream()
                        .anyMatch(pattern -> pattern.matcher(variable).matches());
    }

    /** Kubernetes sets all of them or none, so that a name which only looks like one is found out. */
    private static boolean isServiceLink(String name, Map<String, String> environment) {
        Matcher link = SERVICE_LINK.matcher(name);
        return Optional.of(link)
                .filter(Matcher::matches)
                .filter(found -> environment.containsKey(found.group(1) + "_SERVICE_HOST"))
                .isPresent();
    }

    private static String variable(String property) {
        return property.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    private static String part(String found) {
        return switch (found) {
            case "[*]" -> "_\\d+_";
            case "*" -> ".+";
            default -> "_";
        };
    }
}
