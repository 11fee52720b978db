package dev.bascule.bridge.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A detector of wrapper scripts. Stateless. */
final class WrapperScript {
    private static final int LIMIT = 16 * 1024;

    private WrapperScript() {}

    /** Whether the file begins with {@code #!}. */
    static boolean is(Path file) {
        return head(file).startsWith("#!");
    }

    /** Whether it is a script that names a path so, such as that of a snap. */
    static boolean startsWithin(Path file, String path) {
        String text = head(file);
        return text.startsWith("#!") && text.contains(path);
    }

    private static String head(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] first = in.readNBytes(2);
            if (first.length < 2 || first[0] != '#' || first[1] != '!') {
                return "";
            }
            return "#!" + new String(in.readNBytes(LIMIT), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
