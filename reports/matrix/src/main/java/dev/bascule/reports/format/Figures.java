package dev.bascule.reports.format;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Tolerance;
import java.time.Duration;
import java.util.Locale;

/**
 * Figures as people read them: three significant digits, a unit that fits, a point as decimal sign, thousands divided by a space
 * that breaks no line. Stateless.
 */
public final class Figures {
    private static final char THOUSANDS = '\u00a0';
    /** From here on a time is told in minutes and seconds. */
    private static final double MINUTES = 120_000;

    private Figures() {}

    /** A time given in milliseconds, in µs, ms, s or min. */
    public static String millis(double millis) {
        if (millis < 0.9995 && millis > 0) {
            return significant(millis * 1000) + " µs";
        }
        if (millis < 999.5) {
            return significant(millis) + " ms";
        }
        return millis < MINUTES
                ? significant(millis / 1000) + " s"
                : "%d min %d s".formatted((long) (millis / 60_000), (long) (millis / 1000) % 60);
    }

    /** A median with its interval, all in the median's unit: {@code 4.40 ms (4.31–4.52)}. */
    public static String withInterval(double median, double low, double high) {
        return "%s (%s)".formatted(millis(median), interval(median, new Interval(low, high)));
    }

    /** The interval of a median in the median's unit: {@code 4.31–4.52}; of minutes, which are told in two units, in full. */
    public static String interval(double median, Interval ends) {
        if (median >= MINUTES) {
            return millis(ends.low()) + "–" + millis(ends.high());
        }
        double scale = median < 0.9995 && median > 0 ? 1000 : median < 999.5 ? 1 : 1e-3;
        return significant(ends.low() * scale) + "–" + significant(ends.high() * scale);
    }

    public static String duration(Duration duration) {
        return millis(duration.toNanos() / 1e6);
    }

    /** How many times: {@code ×2.1}. */
    public static String times(double ratio) {
        return "×" + significant(ratio);
    }

    /** How many times as fast, a slow-down as the fraction that it is: {@code ×2.1}, {@code ×1/943}. */
    public static String speedUp(double value) {
        return value >= 1 || value <= 0
                ? times(value)
                : "×1/" + times(1 / value).substring(1);
    }

    /** Standard deviations of what rounding explains: {@code 0.7 σ}. */
    public static String sigma(double deviations) {
        return Double.isInfinite(deviations) ? "∞ σ" : significant(deviations) + " σ";
    }

    /** What one value may be off: {@code 12.1 σ}, {@code 4 ULP}, {@code 1.00e-7 + 1.00e-3 × |expected|}. */
    public static String tolerance(Tolerance tolerance) {
        ElementTolerance perElement = tolerance.perElement();
        if (perElement instanceof ElementTolerance.Ulps ulps) {
            double limit = ulps.limit();
            return (limit == Math.rint(limit) ? whole((long) limit) : significant(limit)) + " ULP";
        }
        if (perElement instanceof ElementTolerance.Noise noise) {
            return sigma(noise.limit());
        }
        if (perElement instanceof ElementTolerance.Close close) {
            return close.relative() == 0
                    ? scientific(close.absolute())
                    : "%s + %s × |expected|".formatted(scientific(close.absolute()), scientific(close.relative()));
        }
        double floor = perElement instanceof ElementTolerance.Scaled scaled ? scaled.floor() : 0;
        return "%s%s × (|expected| + %s)"
                .formatted(
                        floor > 0 ? scientific(floor) + " + " : "",
                        scientific(tolerance.relative()),
                        perElement instanceof ElementTolerance.ByRms ? "RMS" : "typical");
    }

    /** A share of answers that are right, with the digit that tells runs apart: a target of 98 % and what missed it by little must not read the same. */
    public static String accuracy(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** The same with its interval. */
    public static String accuracy(double share, Interval interval) {
        return String.format(
                Locale.ROOT, "%.1f %% (%.1f–%.1f)", 100 * share, 100 * interval.low(), 100 * interval.high());
    }

    /** A share of a whole; none that is rounded to nothing or to all of it. */
    public static String percent(double share) {
        if (share > 0 && share < 0.005) {
            return "<1 %";
        }
        if (share >= 0.995 && share < 1) {
            return ">99 %";
        }
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }

    /** The length of a bar in percent, with one digit where it needs one: {@code 93.2}. */
    public static String width(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share).replaceAll("\\.0$", "");
    }

    /** A size in units of 1000 bytes. */
    public static String bytes(long bytes) {
        double value = bytes;
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return (unit == 0 ? Long.toString(bytes) : significant(value)) + " " + units[unit];
    }

    /** How many of something whose plural ends in s: {@code 1 run}, {@code 2 runs}. */
    public static String counted(long count, String one) {
        return "%s %s%s".formatted(whole(count), one, count == 1 ? "" : "s");
    }

    /** A whole number in full: {@code 12 345}. */
    public static String whole(long value) {
        return divided(Long.toString(value));
    }

    private static String divided(String digits) {
        return digits.replaceAll("\\B(?=(\\d{3})+$)", String.valueOf(THOUSANDS));
    }

    /** A count or size of model: {@code 1.1 M}. */
    public static String count(long count) {
        if (count < 10_000) {
            return whole(count);
        }
        return count < 999_500
                ? significant(count / 1e3) + " k"
                : count < 999_500_000 ? significant(count / 1e6) + " M" : significant(count / 1e9) + " G";
    }

    /** An error figure: {@code 3.6e-7}; 0 and infinity as words of their own. */
    public static String scientific(double value) {
        if (value == 0) {
            return "0";
        }
        if (Double.isInfinite(value)) {
            return "∞";
        }
        return value >= 0.01 && value < 10_000
                ? significant(value)
                : String.format(Locale.ROOT, "%.1e", value).replaceAll("e\\+?(-?)0?", "e$1");
    }

    /** Three significant digits, never in scientific notation. */
    public static String significant(double value) {
        double magnitude = Math.abs(value);
        int decimals = magnitude >= 99.95
                ? 0
                : magnitude >= 9.995
                        ? 1
                        : magnitude >= 0.9995 || magnitude == 0 ? 2 : 2 - (int) Math.floor(Math.log10(magnitude));
        String digits = String.format(Locale.ROOT, "%." + Math.min(9, decimals) + "f", value);
        return decimals == 0 ? divided(digits) : digits;
    }
}
