package dev.bascule.nativerunner.devices;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A reader of what systems write as names and values. Pure functions. */
final class KeyValueText {
    private static final Pattern SIZE =
            Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([KMGT]?)(?:i?B)?", Pattern.CASE_INSENSITIVE);

    private KeyValueText() {}

    /** Lines {@code name: value}; of several with one name the first. */
    static Map<String, String> colons(String text) {
        return split(text, ":");
    }

    /** Lines {@code name value}. */
    static Map<String, String> spaces(String text) {
        return split(text, " ");
    }

    private static Map<String, String> split(String text, String separator) {
        Map<String, String> values = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int at = line.indexOf(separator);
            if (at > 0) {
                values.putIfAbsent(
                        line.substring(0, at).strip(),
                        line.substring(at + separator.length()).strip());
            }
        });
        return values;
    }

    /** A whole number that is not negative; empty where there is none. */
    static OptionalLong whole(String text) {
        String digits = text.strip();
        return digits.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
    }

    /** Bytes of {@code 48K}, {@code 8188 MiB}, {@code 8 GB}: systems mean powers of 1024 by either. */
    static OptionalLong bytes(String text) {
        Matcher matcher = SIZE.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int power = "KMGT".indexOf(matcher.group(2).toUpperCase(Locale.ROOT));
        double unit = matcher.group(2).isEmpty() ? 1 : Math.pow(1024, power + 1.0);
        return OptionalLong.of(Math.round(Double.parseDouble(matcher.group(1)) * unit));
    }

    /** The numbers of a list such as {@code 0-3,8,10-11}. */
    static Set<Integer> processors(String list) {
        Set<Integer> all = new TreeSet<>();
        for (String part : list.strip().split(",")) {
            String[] ends = part.strip().split("-");
            OptionalLong first = whole(ends[0]);
            OptionalLong last = whole(ends[ends.length - 1]);
            if (first.isPresent() && last.isPresent()) {
                for (long each = first.getAsLong(); each <= last.getAsLong() && all.size() < 100_000; each++) {
                    all.add((int) each);
                }
            }
        }
        return all;
    }
}
