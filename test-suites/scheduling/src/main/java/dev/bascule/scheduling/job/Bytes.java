package dev.bascule.scheduling.job;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in words, read and written without loss. Stateless. */
public final class Bytes {
    private static final Pattern SIZE =
            Pattern.compile("(\\d{1,19}(?:\\.\\d{1,6})?)\\s*(tib|tb|gib|gb|mib|mb|kib|kb|b)");

    /** The greatest first, of which a size may be a whole number. */
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("TiB", 1L << 40);
        UNITS.put("TB", 1_000_000_000_000L);
        UNITS.put("GiB", 1L << 30);
        UNITS.put("GB", 1_000_000_000L);
        UNITS.put("MiB", 1L << 20);
        UNITS.put("MB", 1_000_000L);
        UNITS.put("KiB", 1L << 10);
        UNITS.put("kB", 1_000L);
        UNITS.put("B", 1L);
    }

    private Bytes() {}

    /** Bytes of a size with its unit, in any case; empty where it is none or more than a long holds. */
    public static OptionalLong parse(String text) {
        Matcher matcher = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        String unit = matcher.group(2);
        BigDecimal bytes = UNITS.entrySet().stream()
                .filter(each -> each.getKey().equalsIgnoreCase(unit))
                .map(each -> BigDecimal.valueOf(each.getValue()))
                .findFirst()
                .orElseThrow()
                .multiply(new BigDecimal(matcher.group(1)))
                .setScale(0, RoundingMode.HALF_UP);
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                ? OptionalLong.empty()
                : OptionalLong.of(bytes.longValueExact());
    }

    /** What {@link #parse} reads as the same bytes: {@code 16GB}. */
    static String exact(long bytes) {
        return UNITS.entrySet().stream()
                .filter(unit -> bytes >= unit.getValue() && bytes % unit.getValue() == 0)
                .findFirst()
                .map(unit -> bytes / unit.getValue() + unit.getKey())
                .orElse(bytes + "B");
    }

    /** To three digits, for people: {@code 8.59 GB}. */
    static String people(long bytes) {
        double size = bytes;
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        int unit = 0;
        while (size >= 999.5 && unit < units.length - 1) {
            size /= 1000;
            unit++;
        }
        int digits = unit == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
        String number = String.format(Locale.ROOT, "%." + digits + "f", size);
        return (number.contains(".") ? number.replaceFirst("\\.?0+$", "") : number) + " " + units[unit];
    }
}
