// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who keeps files where, over everything on a branch. What lies in a folder that two tables use cannot be told to be an
 * orphan by looking at one of them.
 */
final class Places {
    private final Map<String, Set<String>> owners = new HashMap<>();
    private final Map<String, Set<String>> inside = new HashMap<>();
    private final Map<String, Set<String>> places = new HashMap<>();

    /** Adds the folders that an owner keeps files in. */
    void add(String owner, Collection<String> folders) {
        for (String folder : folders) {
            String place = normal(folder);
            owners.computeIfAbsent(place, key -> new HashSet<>()).add(owner);
            places.computeIfAbsent(owner, key -> new HashSet<>()).add(place);
            for (String above = parent(place); !above.isEmpty(); above = parent(above)) {
                few(inside, above).add(owner);
            }
        }
    }

    /** Adds the folder of a file. */
    void addFolderOf(String owner, String file) {
        add(owner, List.of(file.substring(0, Math.max(0, file.lastIndexOf('/')))));
    }

    /** Another owner with a folder that is, holds, or lies in one of this owner's; empty when there is none. */
    Optional<String> neighbour(String owner) {
        for (String place : places.getOrDefault(owner, Set.of())) {
            for (String above = place; !above.isEmpty(); above = parent(above)) {
                Optional<String> found = other(owners.get(above), owner);
                if (found.isPresent()) {
                    return found;
                }
            }
            Optional<String> found = other(inside.get(place), owner);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> other(@Nullable Set<String> found, String owner) {
        return found == null
                ? Optional.empty()
                : found.stream().filter(name -> !name.equals(owner)).sorted().findFirst();
    }

    /** Two owners are enough to know that one is another. */
    private static Set<String> few(Map<String, Set<String>> map, String place) {
        Set<String> found = map.computeIfAbsent(place, key -> new HashSet<>());
        return found.size() < 2 ? found : new HashSet<>();
    }

    /** One spelling for one folder: scheme names of S3 are one, slashes are single, none is at the end. */
    static String normal(String folder) {
        int colon = folder.indexOf(':');
        String scheme = colon < 0 ? "file" : folder.substring(0, colon);
        String rest = (colon < 0 ? folder : folder.substring(colon + 1)).replaceAll("/+", "/");
        String path = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        return (scheme.equals("s3a") || scheme.equals("s3n") ? "s3" : scheme) + ":" + path;
    }

    private static String parent(String place) {
        int slash = place.lastIndexOf('/');
        return slash <= 0 ? "" : place.substring(0, slash);
    }
}
