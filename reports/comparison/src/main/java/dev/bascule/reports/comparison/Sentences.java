package dev.bascule.reports.comparison;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.format.Figures;
import java.util.Locale;
import java.util.Optional;

/** Findings in plain language. Stateless. */
final class Sentences {
    /** From this ratio on people think in times, not in per cent. */
    private static final double IN_TIMES = 1.6;

    private Sentences() {}

    /** @param adjustedP the estimate's p-value after Holm's correction */
    static String finding(
            SpeedFinding finding, Optional<Estimate> estimate, double adjustedP, ComparisonOptions options) {
        return switch (finding) {
            case FASTER, SLOWER ->
                estimate.map(shown -> change(shown) + extent(shown)).orElse(finding.words());
            case EQUIVALENT ->
                "equivalent within ±%s %%%s"
                        .formatted(
                                Percent.figure(options.margin() * 100),
                                estimate.map(Sentences::extent).orElse(""));
            case NO_DIFFERENCE_SHOWN ->
                estimate.map(shown -> leans(shown)
                                ? unsure(shown, adjustedP, options)
                                : "no difference shown (%s)".formatted(range(shown.ci95())))
                        .orElse(finding.words());
            case NOISY, TOO_FEW_SAMPLES, NOT_COMPARED, OTHER_INPUTS, OTHER_PLAN -> finding.words();
        };
    }

    /** What is added where another place has the same measurements. */
    static String countedIn(Optional<String> place) {
        return place.map(" (= %s, measured and counted once)"::formatted).orElse("");
    }

    /** Whether its interval leaves out that there is no difference. */
    static boolean leans(Estimate estimate) {
        return !estimate.ci95().contains(1);
    }

    static String direction(Estimate estimate) {
        return (estimate.logRatio() > 0 ? SpeedFinding.SLOWER : SpeedFinding.FASTER).words();
    }

    private static String unsure(Estimate estimate, double adjustedP, ComparisonOptions options) {
        return "%s (%s)%s, but not surely enough (p = %s%s, claimed below %s)"
                .formatted(
                        direction(estimate),
                        range(estimate.ci95()),
                        extent(estimate),
                        PValues.words(adjustedP),
                        adjustedP > estimate.pValue() ? " by Holm's correction" : "",
                        options.level());
    }

    private static String extent(Estimate estimate) {
        return estimate.ofSessionOnly() ? " in this session" : "";
    }

    /** {@code slower by 12–15 %}, {@code takes 2.1–2.4 times as long}. */
    static String change(Estimate estimate) {
        Interval interval = estimate.ci95();
        double low = interval.low();
        double high = interval.high();
        if (estimate.logRatio() > 0) {
            return estimate.ratio() >= IN_TIMES
                    ? "takes %s times as long".formatted(span(times(low), times(high)))
                    : "slower by " + percents(low - 1, high - 1);
        }
        return estimate.ratio() <= 1 / IN_TIMES
                ? "%s times as fast".formatted(span(times(1 / high), times(1 / low)))
                : "faster by " + percents(1 - high, 1 - low);
    }

    /** {@code −1.2 % to +3.4 %}: by how much the candidate's time may differ. */
    static String range(Interval interval) {
        return "%s to %s".formatted(signed(interval.low() - 1), signed(interval.high() - 1));
    }

    private static String percents(double low, double high) {
        String from = Percent.figure(100 * low);
        String to = Percent.figure(100 * high);
        return span(from.startsWith("-") && !to.startsWith("-") ? "0" : from, to) + " %";
    }

    static String signed(double share) {
        if (share >= 1) {
            return "×" + times(share + 1);
        }
        String figure = Percent.figure(Math.abs(100 * share));
        return (share < 0 ? "−" : "+") + figure + " %";
    }

    private static String times(double ratio) {
        return ratio >= 9.95 ? Figures.whole(Math.round(ratio)) : String.format(Locale.ROOT, "%.1f", ratio);
    }

    private static String span(String low, String high) {
        return low.equals(high) ? low : low + "–" + high;
    }
}
