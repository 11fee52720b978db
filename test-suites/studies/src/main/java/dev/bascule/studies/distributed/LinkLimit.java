package dev.bascule.studies.distributed;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast each rank may send, and how long what it sends is on its way.
 *
 * @param bitsPerSecond of what is on the wire, headers included
 * @param latency from one rank to another, one way; zero where none is asked for
 */
public record LinkLimit(long bitsPerSecond, Duration latency) {
    private static final Pattern RATE = Pattern.compile("(\\d{1,6})(kbit|mbit|gbit)(?:,\\s*(\\d{1,4})ms)?");
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final long SLOWEST = 1_000_000;
    private static final long LEAST_BURST = 32_768;
    private static final int TURNS = 250;

    public LinkLimit {
        if (bitsPerSecond < SLOWEST) {
            throw new IllegalArgumentException("slower than 1mbit");
        }
        if (latency.isNegative() || latency.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a latency of " + latency);
        }
    }

    public LinkLimit(long bitsPerSecond) {
        this(bitsPerSecond, Duration.ZERO);
    }

    /** Such as {@code 100mbit} or {@code 100mbit,5ms}; empty where it is none, slower than 1mbit, or later than a second. */
    public static Optional<LinkLimit> parse(String text) {
        Matcher rate = RATE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!rate.matches()) {
            return Optional.empty();
        }
        long unit = switch (rate.group(2)) {
            case "kbit" -> 1_000L;
            case "mbit" -> 1_000_000L;
            default -> 1_000_000_000L;
        };
        long bits = Long.parseLong(rate.group(1)) * unit;
        Duration latency = Duration.ofMillis(rate.group(3) == null ? 0 : Long.parseLong(rate.group(3)));
        return bits < SLOWEST || latency.compareTo(LONGEST) > 0
                ? Optional.empty()
                : Optional.of(new LinkLimit(bits, latency));
    }

    public double bytesPerSecond() {
        return bitsPerSecond / 8.0;
    }

    /** What may pass at once after a pause: a few milliseconds' worth, for the kernel hands out turns no finer. */
    public long burstBytes() {
        return Math.max(LEAST_BURST, bitsPerSecond / 8 / TURNS);
    }

    /** Whether what is sent is to be on its way for a while. */
    public boolean late() {
        return !latency.isZero();
    }

    public String words() {
        String rate =
                bitsPerSecond % 1_000_000 == 0 ? bitsPerSecond / 1_000_000 + "mbit" : bitsPerSecond / 1000 + "kbit";
        return late() ? rate + "," + latency.toMillis() + "ms" : rate;
    }
}
