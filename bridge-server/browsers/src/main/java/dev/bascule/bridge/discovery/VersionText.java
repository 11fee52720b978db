package dev.bascule.bridge.discovery;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what browsers say about their version. Stateless. */
final class VersionText {
    private static final Pattern LINE = Pattern.compile(
            "^(?<product>[A-Za-z][A-Za-z ]*?)[ /](?<version>\\d+(?:\\.\\d+)+(?:[ab]\\d+)?)(?<rest>.*)$");
    private static final Pattern FOLDER = Pattern.compile("\\d+(\\.\\d+){3}");
    private static final Pattern NUMBER = Pattern.compile("^\\d{1,9}");

    private VersionText() {}

    /**
     * What a browser said.
     *
     * @param product such as {@code Google Chrome for Testing}
     * @param version such as {@code 141.0.7390.54}
     * @param channel as the words behind the version say it, else stable
     */
    record Told(String product, String version, Channel channel) {
        Told(String product, String version) {
            this(product, version, Channel.STABLE);
        }
    }

    /** From the output of {@code --version}, in which warnings may come before the line. */
    static Optional<Told> parse(String output) {
        return output.lines()
                .map(line -> LINE.matcher(line.strip()))
                .filter(Matcher::matches)
                .map(match -> {
                    String version = match.group("version");
                    return new Told(match.group("product").strip(), version, channel(version, match.group("rest")));
                })
                .findFirst();
    }

    /** {@code 153.7.0esr}, {@code 152.0b3}, {@code 155.0a1}, {@code 142.0.7444.3 beta}. */
    private static Channel channel(String version, String rest) {
        String words = rest.toLowerCase(Locale.ROOT);
        if (words.startsWith("esr")) {
            return Channel.ESR;
        }
        if (version.contains("a")) {
            return Channel.NIGHTLY;
        }
        if (version.contains("b")) {
            return Channel.BETA;
        }
        return switch (words.strip()) {
            case "beta" -> Channel.BETA;
            case "dev", "unstable" -> Channel.DEV;
            case "canary" -> Channel.CANARY;
            default -> Channel.STABLE;
        };
    }

    /** From the folders beside a Windows executable, one for each version that is installed: the newest. */
    static Optional<String> ofFolders(List<String> names) {
        return names.stream().filter(name -> FOLDER.matcher(name).matches()).max(NEWER);
    }

    /** The first number; empty where there is none. */
    static Optional<Integer> major(String version) {
        Matcher number = NUMBER.matcher(version);
        return number.find() ? Optional.of(Integer.valueOf(number.group())) : Optional.empty();
    }

    /** By number, part by part; {@code 152.0a1} before {@code 152.0b3} before {@code 152.0}. */
    static final Comparator<String> NEWER = (a, b) -> {
        String[] left = a.split("\\.", -1);
        String[] right = b.split("\\.", -1);
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            int order = comparePart(left[i], right[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.length, right.length);
    };

    private static int comparePart(String left, String right) {
        int order = Integer.compare(major(left).orElse(0), major(right).orElse(0));
        if (order != 0) {
            return order;
        }
        String leftRest = NUMBER.matcher(left).replaceFirst("");
        String rightRest = NUMBER.matcher(right).replaceFirst("");
        if (leftRest.isEmpty() != rightRest.isEmpty()) {
            return leftRest.isEmpty() ? 1 : -1;
        }
        return leftRest.compareTo(rightRest);
    }
}
