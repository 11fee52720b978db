package dev.bascule.reports.format;

import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The user's clock as people read it. Stateless. */
public final class EndToEndText {
    /** What it measures, in one sentence. */
    public static final String MEANING =
            "From a file's bytes in memory to the model's outputs; fetching the file is not in it. Medians, which need not"
                    + " add up; the share of inference is one of all iterations' time together.";

    /** What the words mean that stand where a step has no figure. */
    public static final String UNTOLD =
            "\"in inference\": the runner copies within its run and cannot tell it apart; –: there"
                    + " is no such step, or nobody timed it.";

    private static final String BELOW = "below the clock's step";

    private EndToEndText() {}

    /** A step and what it took. */
    public record Line(String step, String median) {}

    /** All steps, in their order. */
    public static List<Line> lines(EndToEnd times) {
        List<Line> lines = new ArrayList<>();
        for (Step step : Step.values()) {
            lines.add(new Line(name(step), median(times, step)));
        }
        return lines;
    }

    public static String name(Step step) {
        return switch (step) {
            case DECODE, FEATURES, UPLOAD, INFERENCE, DOWNLOAD -> step.word();
            case POST_PROCESSING -> "post-processing";
        };
    }

    /** The step's median, or in words why there is none: never 0. */
    public static String median(EndToEnd times, Step step) {
        return Optional.ofNullable(times.steps().get(step))
                .map(samples -> median(samples).map(Figures::millis).orElse(BELOW))
                .orElse(untold(step));
    }

    private static String untold(Step step) {
        return switch (step) {
            case UPLOAD, INFERENCE, DOWNLOAD -> "in inference";
            case DECODE, FEATURES, POST_PROCESSING -> "–";
        };
    }

    /** Empty where the clock was too coarse to tell. */
    public static Optional<Double> median(Samples samples) {
        return Summary.of(samples).map(Summary::median);
    }

    /** The median of the whole way with its interval. */
    public static String total(EndToEnd times) {
        return Summary.of(times.total())
                .map(summary -> summary.ci95()
                        .map(ends -> Figures.withInterval(summary.median(), ends.low(), ends.high()))
                        .orElse(Figures.millis(summary.median())))
                .orElse(BELOW);
    }

    /** Which part the model's inference is of it. */
    public static String share(EndToEnd times) {
        return times.share(Step.INFERENCE).map(Figures::percent).orElse("–");
    }

    /** {@code 58.2 ms from the file (inference 3 %) to "BRIDGE" 99.8 %}; empty where the clock was too coarse to tell. */
    public static Optional<String> headline(EndToEnd times) {
        return median(times.total())
                .map(median -> "%s from the file (inference %s)%s"
                        .formatted(
                                Figures.millis(median),
                                share(times),
                                times.answer().map(" to "::concat).orElse("")));
    }
}
