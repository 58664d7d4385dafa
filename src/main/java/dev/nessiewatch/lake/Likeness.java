// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.lake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Which of the known things somebody may have meant whose name for it nobody knows. */
public final class Likeness {
    private static final int LONGEST_COMPARED = 120;

    private Likeness() {}

    /** Names that a few changes of a character lead to, or that end alike; the nearest first. Case does not count. */
    public static List<String> near(String wanted, Collection<String> known) {
        return near(wanted, known, Function.identity());
    }

    /** The same for things that have a name. */
    public static <T> List<T> near(String wanted, Collection<T> known, Function<T, String> name) {
        String text = wanted.toLowerCase(Locale.ROOT);
        Map<T, Integer> near = new LinkedHashMap<>();
        for (T thing : known) {
            int distance = distance(text, name.apply(thing).toLowerCase(Locale.ROOT));
            if (distance <= Math.max(2, text.length() / 4)) {
                near.put(thing, distance);
            }
        }
        return near.entrySet().stream()
                .sorted(Map.Entry.<T, Integer>comparingByValue()
                        .thenComparing(entry -> name.apply(entry.getKey()), Comparator.naturalOrder()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Changes of one character that lead from one to the other; 0 when one is the other's end, behind a dot. */
    private static int distance(String a, String b) {
        if (!a.isEmpty() && (b.endsWith("." + a) || a.endsWith("." + b))) {
            return 0;
        }
        if (a.length() > LONGEST_COMPARED || b.length() > LONGEST_COMPARED) {
            return Integer.MAX_VALUE;
        }
        List<Integer> row = new ArrayList<>();
        for (int j = 0; j <= b.length(); j++) {
            row.add(j);
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row.get(0);
            row.set(0, i);
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row.get(j);
                row.set(j, Math.min(change, Math.min(row.get(j - 1), diagonal) + 1));
            }
        }
        return row.get(b.length());
    }
}
