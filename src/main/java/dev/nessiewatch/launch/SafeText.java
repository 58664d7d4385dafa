// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.lake.OutsideText;

/** Text from outside, made harmless for where it goes. */
final class SafeText {
    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST_ANNOTATION = 4096;

    private SafeText() {}

    /**
     * For an annotation. Argo offers annotations to templates as variables and writes them with Go's quoting, which is not
     * JSON for all characters; so nothing in it opens a template or a variable, and only printable characters of the basic
     * plane are left.
     */
    static String annotation(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints()
                .limit(LONGEST_ANNOTATION)
                .forEach(c -> safe.appendCodePoint(c <= Character.MAX_VALUE && OutsideText.isPrintable(c) ? c : '?'));
        return safe.toString()
                .replaceAll("\\{(?=\\{)", "{ ")
                .replaceAll("\\}(?=\\})", "} ")
                .replace("$(", "$ (");
    }

    /** For the value of a label: cut and cleaned; empty when nothing is left. */
    static String label(String text) {
        String clean = text.replaceAll("[^A-Za-z0-9._-]+", "-");
        clean = clean.substring(0, Math.min(LONGEST_LABEL, clean.length()));
        return clean.replaceAll("^[._-]+|[._-]+$", "");
    }
}
