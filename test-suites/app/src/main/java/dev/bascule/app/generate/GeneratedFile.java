package dev.bascule.app.generate;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A file of a generated test.
 *
 * @param path within the project, divided by {@code /}; it leads nowhere else
 * @param text all of it
 */
public record GeneratedFile(String path, String text) {
    /** Letters of any script: a Java package may have them. */
    private static final Pattern PART = Pattern.compile("(?!\\.{1,2}$)[\\p{L}\\p{N}._$+-]+");

    public GeneratedFile {
        if (!Arrays.stream(path.split("/", -1))
                .allMatch(part -> PART.matcher(part).matches())) {
            throw new IllegalArgumentException("no path within a project: " + path);
        }
    }
}
