package dev.bascule.models.workload;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in words: {@code 2GiB}, {@code 512 MiB}, {@code 1e9} is none of them. Stateless. */
public final class ByteSizes {
    private static final Pattern SIZE = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(B|kB|KiB|MB|MiB|GB|GiB)?");
    private static final Map<String, Double> UNITS = Map.of(
            "B",
            1.0,
            "kB",
            1e3,
            "KiB",
            1024.0,
            "MB",
            1e6,
            "MiB",
            1024.0 * 1024,
            "GB",
            1e9,
            "GiB",
            1024.0 * 1024 * 1024);

    private ByteSizes() {}

    /** Bytes of a size; empty where it is none, or nothing. */
    public static OptionalLong parse(String text) {
        Matcher matcher = SIZE.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        String unit = matcher.group(2) == null ? "B" : matcher.group(2);
        long bytes = Math.round(Double.parseDouble(matcher.group(1)) * UNITS.getOrDefault(unit, 1.0));
        return bytes > 0 ? OptionalLong.of(bytes) : OptionalLong.empty();
    }

    /** A size for people: {@code 12.3 MiB}. */
    public static String text(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        double size = bytes;
        int unit = 0;
        while (size >= 1024 && unit < units.length - 1) {
            size /= 1024;
            unit++;
        }
        return unit == 0
                ? bytes + " B"
                : String.format(
                        Locale.ROOT, size < 10 ? "%.2f %s" : size < 100 ? "%.1f %s" : "%.0f %s", size, units[unit]);
    }
}
