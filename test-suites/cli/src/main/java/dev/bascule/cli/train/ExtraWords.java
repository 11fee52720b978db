package dev.bascule.cli.train;

import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.training.MixedSteps;
import dev.bascule.studies.training.PassTimes;
import dev.bascule.studies.training.StepTimes;
import dev.bascule.studies.training.TargetTraining;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is told of a target beside its tables, on every surface alike. Stateless. */
final class ExtraWords {
    private ExtraWords() {}

    /** A sentence each: what pauses took, what its passes take, what 16 bits did, what a chain tried before, what memory it took. */
    static List<String> of(TargetTraining target) {
        List<String> all = new ArrayList<>();
        target.before().forEach(tried -> all.add(tried(tried)));
        target.checks().mixed().map(MixedSteps::words).ifPresent(all::add);
        target.times().flatMap(ExtraWords::uneven).ifPresent(all::add);
        target.passes().map(ExtraWords::passes).ifPresent(all::add);
        memory(target.costs()).ifPresent(all::add);
        return all;
    }

    private static String tried(TargetTraining.Tried tried) {
        String remedies = tried.why().failure().remedies().isEmpty()
                ? ""
                : "; " + String.join("; ", tried.why().failure().remedies());
        return "fell back from %s: %s, %s%s"
                .formatted(
                        TrainText.words(tried.target()),
                        tried.why().verdict(),
                        tried.why().failure().message(),
                        remedies);
    }

    /** Where the typical step does not tell how long all of them took. */
    private static Optional<String> uneven(StepTimes times) {
        Samples whole = times.whole();
        return times.overall().stream()
                .mapToObj(rate ->
                        "pauses among its steps: the median with its feed is %s, the mean %s; over all steps %s samples/s"
                                .formatted(
                                        Figures.millis(whole.median()),
                                        Figures.millis(whole.totalMillis() / whole.size()),
                                        Figures.significant(rate)))
                .findFirst();
    }

    static String passes(PassTimes passes) {
        return "forward 1 : gradient %s : step %s, timed in turn; forward %s"
                .formatted(
                        ratio(passes.toGradient()),
                        ratio(passes.toStep()),
                        Figures.millis(passes.forward().median()));
    }

    private static Optional<String> memory(TargetTraining.Costs costs) {
        List<String> parts = new ArrayList<>();
        costs.peak().ifPresent(bytes -> parts.add("%s at its peak".formatted(Figures.bytes(bytes))));
        costs.memory().map(ExtraWords::growth).ifPresent(parts::add);
        return parts.isEmpty() ? Optional.empty() : Optional.of("memory of its processes: " + String.join("; ", parts));
    }

    private static String growth(Trend trend) {
        String ends = trend.ci95()
                .map(interval -> ", 95 %%: %s to %s".formatted(size(interval.low()), size(interval.high())))
                .orElse(", of too few readings for an interval");
        return size(trend.slope()) + " for each 1000 steps" + ends;
    }

    private static String size(double bytesPerStep) {
        long bytes = Math.round(1000 * bytesPerStep);
        return (bytes < 0 ? "−" : "+") + Figures.bytes(Math.abs(bytes));
    }

    private static String ratio(Ratio ratio) {
        String value = Figures.significant(ratio.value());
        return ratio.ci95()
                .map(interval -> "%s (%s–%s)"
                        .formatted(value, Figures.significant(interval.low()), Figures.significant(interval.high())))
                .orElse(value);
    }
}
