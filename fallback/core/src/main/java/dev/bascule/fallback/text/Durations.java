package dev.bascule.fallback.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 2s}, {@code 1.5s}, {@code 1m30s}, {@code 1h}. Stateless. */
public final class Durations {
    private static final Pattern PART = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s|m|h)");
    private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + ")++");

    /** Eleven years: what adds or doubles durations does not overflow by it. */
    private static final BigDecimal MOST_NANOS =
            BigDecimal.valueOf(Duration.ofHours(100_000).toNanos());

    private Durations() {}

    /** The duration; empty when the text is none, or longer than 100,000 hours. {@code 0} needs no unit. */
    public static Optional<Duration> parse(String text) {
        String stripped = text.strip();
        if (stripped.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        if (!WHOLE.matcher(stripped).matches()) {
            return Optional.empty();
        }
        BigDecimal sum = BigDecimal.ZERO;
        for (Matcher part = PART.matcher(stripped); part.find(); ) {
            sum = sum.add(nanos(new BigDecimal(part.group(1)), part.group(2)));
        }
        return sum.compareTo(MOST_NANOS) > 0
                ? Optional.empty()
                : Optional.of(
                        Duration.ofNanos(sum.setScale(0, RoundingMode.HALF_UP).longValueExact()));
    }

    private static BigDecimal nanos(BigDecimal amount, String unit) {
        long nanosInUnit = switch (unit) {
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
        return amount.multiply(BigDecimal.valueOf(nanosInUnit));
    }

    /** The same, to the second: what nobody knows better. */
    public static String about(Duration duration) {
        return format(Duration.ofSeconds(Math.round(duration.toMillis() / 1e3)));
    }

    /** What {@link #parse} reads: {@code 1m30s}, {@code 500ms}. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds < 60 || (seconds % 60 != 0 && seconds < 120)) {
            return seconds + "s";
        }
        return seconds / 60 + "m" + (seconds % 60 == 0 ? "" : seconds % 60 + "s");
    }
}
