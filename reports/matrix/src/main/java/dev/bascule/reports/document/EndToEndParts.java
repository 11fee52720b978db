package dev.bascule.reports.document;

import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.document.EndToEndPart.TotalPart;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Makes the document's part of the user's clock, and the other way round. Stateless. */
final class EndToEndParts {
    private EndToEndParts() {}

    static EndToEndPart part(EndToEnd times) {
        Map<String, List<Double>> steps = new LinkedHashMap<>();
        Map<String, Optional<Double>> medians = new LinkedHashMap<>();
        Map<String, String> reasons = new TreeMap<>();
        times.steps().forEach((step, samples) -> {
            Optional<Double> median = Summary.of(samples).map(Summary::median);
            steps.put(step.word(), AttemptWriter.list(samples));
            medians.put(step.word(), median);
            if (median.isEmpty()) {
                reasons.put(step.word(), Reasons.BELOW_THE_STEP);
            }
        });
        for (Step step : Step.values()) {
            if (!times.steps().containsKey(step)) {
                reasons.put(step.word(), "the runner does not tell this step apart, or there is none");
            }
        }
        Optional<Double> share = times.share(Step.INFERENCE);
        if (share.isEmpty()) {
            reasons.put("inferenceShare", "the clock saw no time pass");
        }
        if (times.answer().isEmpty()) {
            reasons.put("answer", "nothing says how to read the outputs of this model");
        }
        return new EndToEndPart(steps, medians, total(times.total()), share, times.answer(), reasons);
    }

    private static TotalPart total(Samples samples) {
        Optional<Summary> summary = Summary.of(samples);
        return new TotalPart(
                summary.map(Summary::median),
                summary.map(Summary::p90).orElse(OptionalDouble.empty()),
                summary.map(Summary::p99).orElse(OptionalDouble.empty()),
                summary.map(Summary::mean),
                summary.flatMap(Summary::ci95).map(interval -> List.of(interval.low(), interval.high())),
                samples.size(),
                Reasons.ofSamples(samples));
    }

    /** None where a newer build has a step that is not known here: a sum without it would be no total. */
    static Optional<EndToEnd> times(EndToEndPart part) {
        Map<Step, Samples> steps = new EnumMap<>(Step.class);
        for (Map.Entry<String, List<Double>> told : part.stepsMs().entrySet()) {
            Optional<Step> step = Step.of(told.getKey());
            if (step.isEmpty()) {
                return Optional.empty();
            }
            steps.put(step.get(), DocumentReader.samples(told.getValue()));
        }
        return Optional.of(new EndToEnd(steps, part.answer()));
    }
}
