package dev.bascule.reports.document;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The user's clock of an attempt: from a file's bytes to the model's outputs.
 *
 * @param stepsMs samples of each step that was told apart, in their order; all else here is derived of them
 * @param stepMedianMs of each of these steps; null where the clock was too coarse to tell
 * @param inferenceShare which part of the whole the model's inference took; null where no time passed
 * @param answer what the outputs say, in words; null where nobody knows how to read them
 * @param reasons why a step is not there or has no median, by its name
 */
public record EndToEndPart(
        Map<String, List<Double>> stepsMs,
        Map<String, Optional<Double>> stepMedianMs,
        TotalPart totalMs,
        Optional<Double> inferenceShare,
        Optional<String> answer,
        Map<String, String> reasons) {

    /** Statistics of the sums of an iteration's steps, as those of {@code timing}. */
    public record TotalPart(
            Optional<Double> median,
            OptionalDouble p90,
            OptionalDouble p99,
            Optional<Double> mean,
            Optional<List<Double>> ci95,
            int n,
            Map<String, String> reasons) {}
}
