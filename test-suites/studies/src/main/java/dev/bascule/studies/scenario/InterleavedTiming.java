package dev.bascule.studies.scenario;

import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Two scenes, each in a process of its own, timed in turn: own, other, other, own, ... (ABBA), so that what the machine did
 * meanwhile falls on both.
 *
 * @param own blocks of the one
 * @param other blocks of the other
 */
record InterleavedTiming(List<Samples> own, List<Samples> other) {

    /** Fights it; empty where one had trouble, or was too quick for the clock. Both scenes are warm. */
    static Optional<InterleavedTiming> of(ScenarioSession own, ScenarioSession other, MeasurementPlan plan, int pairs) {
        BlockRequest request = new BlockRequest(
                Math.max(1, (plan.timing().minIterations() + pairs - 1) / pairs),
                plan.timing().minDuration().dividedBy(pairs),
                plan.timing().measureLimit().dividedBy(pairs));
        List<Samples> owns = new ArrayList<>();
        List<Samples> others = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            boolean ownFirst = pair % 2 == 0;
            Optional<Samples> first = (ownFirst ? own : other).run(request).map(Block::samples);
            Optional<Samples> second = (ownFirst ? other : own).run(request).map(Block::samples);
            if (first.isEmpty() || second.isEmpty()) {
                return Optional.empty();
            }
            owns.add(ownFirst ? first.get() : second.get());
            others.add(ownFirst ? second.get() : first.get());
        }
        boolean measurable = owns.stream().allMatch(block -> !block.isEmpty() && block.median() > 0)
                && others.stream().allMatch(block -> !block.isEmpty() && block.median() > 0);
        return measurable ? Optional.of(new InterleavedTiming(owns, others)) : Optional.empty();
    }

    /** How many times as long the own side takes. */
    Ratio ratio() {
        return Ratio.ofPairs(own, other);
    }

    /** The ratio of each pair, and their mean with its interval. */
    Figure ratioFigure(String name) {
        return ratioFigure(name, 1);
    }

    /** The same of work that differs: each ratio times a factor. */
    Figure ratioFigure(String name, double factor) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            ratios.add(factor * own.get(i).median() / other.get(i).median());
        }
        return new Figure(
                name,
                "1",
                ratios,
                Optional.of(factor * ratio().value()),
                ratio().ci95().map(ends -> new Interval(factor * ends.low(), factor * ends.high())));
    }

    /** One side's latencies. */
    static Figure latency(String name, List<Samples> blocks) {
        return Figure.ofTimes(name, Samples.concat(blocks));
    }
}
