package dev.bascule.bridge.discovery;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what browsers say about their version. Stateless. */
final class VersionText {
    private static final Pattern LINE =
            Pattern.compile("^(?<product>[A-Za-z][A-Za-z ]*?)[ /](?<version>\\d+(?:\\.\\d+)+)(?:esr)?\\b");
    private static final Pattern FOLDER = Pattern.compile("\\d+(\\.\\d+){3}");

    private VersionText() {}

    /**
     * What a browser said.
     *
     * @param product such as {@code Google Chrome for Testing}
     * @param version such as {@code 141.0.7390.54}
     */
    record Told(String product, String version) {}

    /** From the output of {@code --version}, in which warnings may come before the line. */
    static Optional<Told> parse(String output) {
        return output.lines()
                .map(line -> LINE.matcher(line.strip()))
                .filter(Matcher::find)
                .map(match -> new Told(match.group("product").strip(), match.group("version")))
                .findFirst();
    }

    /** From the folders beside a Windows executable, one for each version that is installed: the newest. */
    static Optional<String> ofFolders(List<String> names) {
        return names.stream().filter(name -> FOLDER.matcher(name).matches()).max(NEWER);
    }

    /** By number, part by part. */
    static final Comparator<String> NEWER = (a, b) -> {
        String[] left = a.split("\\.", -1);
        String[] right = b.split("\\.", -1);
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            int order = Long.compare(Long.parseLong(left[i]), Long.parseLong(right[i]));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.length, right.length);
    };
}
