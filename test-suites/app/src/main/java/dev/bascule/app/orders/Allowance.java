package dev.bascule.app.orders;

import dev.bascule.fallback.backend.Side;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import java.time.Duration;

/**
 * Seconds of a job, from milliseconds of an inference. Timed iterations follow from the settings. What is beside them (start, download, warm-up,
 * reference) is <em>assumed</em>: the interval reaches from none of it to many times as much, and attempts correct it. Immutable.
 */
record Allowance(double low, double median, double high) {
    static final Allowance NONE = new Allowance(0, 0, 0);

    /** Seconds for a reference and until a native child, or a page in a browser, has a session; assumed. */
    private static final double NATIVE_START = 5;

    private static final double BROWSER_START = 10;
    /** At most so many times as much; assumed. */
    private static final double START_HIGH = 5;

    /** One chain on one target. */
    static Allowance of(Millis inference, Side side, RunSettings settings) {
        double start = side == Side.NATIVE ? NATIVE_START : BROWSER_START;
        double warmUp = seconds(settings.get(CaseKeys.WARM_UP_LIMIT));
        double timed = timed(inference.median(), settings);
        double most = seconds(settings.get(CaseKeys.MEASURE_LIMIT));
        return new Allowance(
                timed(inference.low(), settings),
                timed + Math.min(warmUp, timed) + start,
                // Once more where it is interleaved with native CPU.
                timed(inference.high(), settings) + most + warmUp + start * START_HIGH);
    }

    /** One iteration at least, whatever the limit. */
    private static double timed(double millis, RunSettings settings) {
        double one = millis / 1e3;
        double wanted =
                Math.max(settings.get(CaseKeys.MIN_ITERATIONS) * one, seconds(settings.get(CaseKeys.MIN_DURATION)));
        return Math.max(one, Math.min(wanted, seconds(settings.get(CaseKeys.MEASURE_LIMIT))));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    Allowance plus(Allowance other) {
        return new Allowance(low + other.low, median + other.median, high + other.high);
    }

    ServiceTime.Known time() {
        return new ServiceTime.Known(duration(median), duration(low), duration(high), ServiceTime.Source.PREDICTED);
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
