package dev.bascule.fallback.usage;

import dev.bascule.fallback.usage.Throttling.Cause;
import dev.bascule.fallback.usage.Throttling.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Says what held a machine back, from figures alone. Stateless. */
public final class ThrottleJudge {
    /** A clock that falls by less than this may follow boost's own ups and downs. */
    static final double FALL = 0.10;

    /** Work for less than this many processors lets a governor lower the clock by right. */
    static final double BUSY_CORES = 0.8;

    /** Looks that a fall is judged from: the first third against the last. */
    static final int LOOKS_FOR_A_FALL = 6;

    static final int LOOKS_FOR_NOMINAL = 3;

    /** Share of the span, or of the wanted time, below which waiting is lost in the noise of timing. */
    static final double WAITED = 0.01;

    static final double STOLEN = 0.05;

    private ThrottleJudge() {}

    /** Either a cause, an all-clear, or why there is none of both. */
    record Finding(Optional<Cause> cause, Optional<String> blind) {
        static final Finding CLEAR = new Finding(Optional.empty(), Optional.empty());

        static Finding seen(Kind kind, String detail, Object... figures) {
            return new Finding(
                    Optional.of(new Cause(kind, String.format(Locale.ROOT, detail, figures))), Optional.empty());
        }

        static Finding blind(String why) {
            return new Finding(Optional.empty(), Optional.of(why));
        }
    }

    /**
     * @param megahertz in the order of the looks
     * @param nominal guaranteed under load, if known
     * @param cores processors that the span kept busy: the runner's, or where these are unknown everybody's
     */
    static Finding frequency(List<Double> megahertz, OptionalDouble nominal, OptionalDouble cores) {
        if (cores.isEmpty()) {
            return Finding.blind("nobody knows how busy the processors were");
        }
        if (cores.getAsDouble() < BUSY_CORES) {
            return Finding.blind(String.format(
                    Locale.ROOT,
                    "%.2f processors were busy: with less than %.1f a lower clock is a choice",
                    cores.getAsDouble(),
                    BUSY_CORES));
        }
        int looks = megahertz.size();
        if (looks >= LOOKS_FOR_NOMINAL && nominal.isPresent()) {
            double median = median(megahertz);
            if (median < nominal.getAsDouble() * (1 - FALL)) {
                return Finding.seen(
                        Kind.FREQUENCY,
                        "%.0f MHz at %.1f busy processors, %.0f MHz are guaranteed under load",
                        median,
                        cores.getAsDouble(),
                        nominal.getAsDouble());
            }
        }
        if (looks < LOOKS_FOR_A_FALL) {
            return nominal.isPresent() && looks >= LOOKS_FOR_NOMINAL
                    ? Finding.CLEAR
                    : Finding.blind(
                            "%d looks fell into measured blocks, a fall needs %d".formatted(looks, LOOKS_FOR_A_FALL));
        }
        double start = median(megahertz.subList(0, looks / 3));
        double end = median(megahertz.subList(looks - looks / 3, looks));
        return end < start * (1 - FALL)
                ? Finding.seen(
                        Kind.FREQUENCY,
                        "from %.0f to %.0f MHz at %.1f busy processors",
                        start,
                        end,
                        cores.getAsDouble())
                : Finding.CLEAR;
    }

    /** Of the control group that waited longest: groups within each other wait for the same limit. */
    static Finding quota(Map<String, Counters.Quota> groups, Duration span) {
        Optional<Map.Entry<String, Counters.Quota>> worst = groups.entrySet().stream()
                .max(Comparator.comparing(group -> group.getValue().throttled()));
        if (worst.isEmpty()) {
            return Finding.blind("the runner's control groups were others when a block ended");
        }
        Counters.Quota during = worst.get().getValue();
        double share = (double) during.throttled().toNanos() / Math.max(1, span.toNanos());
        return share >= WAITED
                ? Finding.seen(
                        Kind.QUOTA,
                        "the processor time of control group %s was used up in %d of %d periods: %d ms of waiting, summed"
                                + " over processors, in %d ms",
                        worst.get().getKey(),
                        during.throttledPeriods(),
                        during.periods(),
                        during.throttled().toMillis(),
                        span.toMillis())
                : Finding.CLEAR;
    }

    static Finding steal(double share) {
        return share >= STOLEN
                ? Finding.seen(
                        Kind.STEAL, "the hypervisor gave %.0f %% of the wanted processor time to others", share * 100)
                : Finding.CLEAR;
    }

    static Finding thermal(long events) {
        return events > 0
                ? Finding.seen(Kind.THERMAL, "the processor counted %d events of overheating", events)
                : Finding.CLEAR;
    }

    static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        sorted.sort(null);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
