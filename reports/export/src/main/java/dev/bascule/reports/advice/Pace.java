package dev.bascule.reports.advice;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.scoring.RelativeSpeed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How long a target takes for some models, and the one rule by which a target is called the fastest: two are held against each
 * other by their ratios to the native CPU where both took turns with it, else by their medians. A difference is shown where
 * their 95 % intervals lie apart.
 *
 * @param ratio time over that of the native CPU, where each model took turns with it
 * @param median of the warm inferences, in milliseconds
 */
public record Pace(Optional<Span> ratio, Span median) {
    /**
     * A figure with its ends.
     *
     * @param value geometric mean over the models
     * @param ci95 geometric means of the ends: the models' errors may all go one way, and averaging takes nothing off them; empty
     *     where a model has no interval
     */
    public record Span(double value, Optional<Interval> ci95) {
        private static Span of(List<Span> spans) {
            boolean known = spans.stream().allMatch(span -> span.ci95().isPresent());
            return new Span(
                    mean(spans, Span::value),
                    known
                            ? Optional.of(new Interval(
                                    mean(
                                            spans,
                                            span -> span.ci95().orElseThrow().low()),
                                    mean(
                                            spans,
                                            span -> span.ci95().orElseThrow().high())))
                            : Optional.empty());
        }

        private static double mean(List<Span> spans, ToDoubleFunction<Span> figure) {
            return Math.exp(spans.stream()
                    .mapToDouble(span -> Math.log(figure.applyAsDouble(span)))
                    .average()
                    .orElseThrow());
        }

        private boolean isBelow(Span other) {
            return ci95.isPresent()
                    && other.ci95.isPresent()
                    && ci95.get().high() < other.ci95.get().low();
        }
    }

    /** Of one cell for each model; empty where one of them is not right, or its clock saw no time pass. */
    static Optional<Pace> of(List<MatrixCell> cells) {
        List<Span> medians = new ArrayList<>();
        List<Span> ratios = new ArrayList<>();
        for (MatrixCell cell : cells) {
            Optional<Summary> summary = cell.summary().filter(known -> known.median() > 0);
            if (summary.isEmpty() || !cell.verdict().isRight()) {
                return Optional.empty();
            }
            medians.add(new Span(summary.get().median(), summary.get().ci95()));
            cell.relative().flatMap(Pace::inTurn).ifPresent(ratios::add);
        }
        return cells.isEmpty()
                ? Optional.empty()
                : Optional.of(new Pace(
                        ratios.size() == cells.size() ? Optional.of(Span.of(ratios)) : Optional.empty(),
                        Span.of(medians)));
    }

    /** The CPU itself takes exactly its own time. */
    private static Optional<Span> inTurn(RelativeSpeed speed) {
        return switch (speed.basis()) {
            case INTERLEAVED -> Optional.of(new Span(speed.ratio(), speed.ci95().filter(ends -> ends.low() > 0)));
            case IS_THE_BASELINE -> Optional.of(new Span(1, Optional.of(new Interval(1, 1))));
            case MEDIANS_OF_THE_SAME_RUN -> Optional.empty();
        };
    }

    boolean isShownFasterThan(Pace other) {
        return ratio.isPresent() && other.ratio.isPresent()
                ? ratio.get().isBelow(other.ratio.get())
                : median.isBelow(other.median);
    }

    /**
     * The fastest, and after it the others that no candidate is shown to be faster than; none of none. Ratios and medians
     * beside each other can contradict themselves in a circle: then the fastest alone.
     */
    static <T> List<T> fastest(List<T> candidates, Function<T, Pace> pace) {
        Comparator<T> byMedian =
                Comparator.comparingDouble(one -> pace.apply(one).median().value());
        // Ratios can be held against ratios only; across the halves there are the medians.
        Optional<T> inTurn = candidates.stream()
                .filter(one -> pace.apply(one).ratio().isPresent())
                .min(Comparator.comparingDouble(
                        one -> pace.apply(one).ratio().orElseThrow().value()));
        Optional<T> apart = candidates.stream()
                .filter(one -> pace.apply(one).ratio().isEmpty())
                .min(byMedian);
        Optional<T> first = Stream.concat(inTurn.stream(), apart.stream()).min(byMedian);
        List<T> unbeaten = Stream.concat(
                        first.stream(), candidates.stream().filter(other -> other != first.orElseThrow()))
                .filter(one ->
                        candidates.stream().noneMatch(other -> pace.apply(other).isShownFasterThan(pace.apply(one))))
                .toList();
        return unbeaten.isEmpty() ? first.stream().toList() : unbeaten;
    }
}
