package dev.bascule.studies.distribute;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Figure;
import dev.bascule.studies.distribute.OverlapMeter.Overlapped;
import dev.bascule.studies.distribute.OverlapMeter.Round;
import dev.bascule.studies.distribute.OverlappedPipeline.Flow;
import dev.bascule.studies.distribute.OverlappedPipeline.StageTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Parts in turn beside parts that overlap, in figures and words. Stateless. */
final class OverlapFigures {
    private static final String RATE = "items/s";

    private OverlapFigures() {}

    /**
     * Nothing where no round came to its end.
     *
     * @param devices of the parts, with what shows that they ran there
     */
    static List<Figure> figures(Overlapped measured, List<String> devices) {
        List<Figure> figures = new ArrayList<>();
        List<Round> rounds = measured.rounds();
        if (rounds.isEmpty()) {
            return figures;
        }
        int items = measured.items();
        figures.add(of("in turn: throughput", RATE, rounds, round -> items * 1e9 / round.turnNanos()));
        figures.add(of(
                "overlapped: throughput",
                RATE,
                rounds,
                round -> items * 1e9 / round.flow().wallNanos()));
        figures.add(of("overlapped: throughput once filled", RATE, rounds, round -> steady(round.flow())));
        figures.add(
                of("overlapped: filling", "ms", rounds, round -> round.flow().fillNanos() / 1e6));
        figures.add(
                of("overlapped: draining", "ms", rounds, round -> round.flow().drainNanos() / 1e6));
        for (int i = 0; i < devices.size(); i++) {
            int stage = i;
            String name = "overlapped: part %d on %s".formatted(i + 1, devices.get(i));
            figures.add(stage(name + " works", rounds, stage, StageTimes::busy));
            figures.add(stage(name + " waits for an item", rounds, stage, StageTimes::starved));
            figures.add(stage(name + " waits for room", rounds, stage, StageTimes::blocked));
        }
        Ratio ratio = Ratio.ofPairs(
                rounds.stream()
                        .map(round -> Samples.ofMillis(round.flow().wallNanos() / 1e6 / items))
                        .toList(),
                rounds.stream()
                        .map(round -> Samples.ofMillis(round.turnNanos() / 1e6 / items))
                        .toList());
        figures.add(new Figure(
                "overlapped: times in turn",
                "1",
                rounds.stream()
                        .map(round -> (double) round.flow().wallNanos() / round.turnNanos())
                        .toList(),
                Optional.of(ratio.value()),
                ratio.ci95()));
        return figures;
    }

    /** Between the first output and the last. */
    private static double steady(Flow flow) {
        return (flow.outAt().size() - 1)
                * 1e9
                / Math.max(1, flow.wallNanos() - flow.outAt().get(0));
    }

    private static Figure stage(String name, List<Round> rounds, int stage, ToLongFunction<StageTimes> nanos) {
        return of(
                name,
                "ms",
                rounds,
                round -> nanos.applyAsLong(round.flow().stages().get(stage)) / 1e6);
    }

    /** The median over rounds; so few of them that there is no interval. */
    private static Figure of(String name, String unit, List<Round> rounds, ToDoubleFunction<Round> figure) {
        double[] values = rounds.stream().mapToDouble(figure).toArray();
        return new Figure(
                name,
                unit,
                Arrays.stream(values).boxed().toList(),
                Optional.of(Samples.ofMillis(values).median()),
                Optional.<Interval>empty());
    }

    static List<String> notes(Overlapped measured) {
        List<String> notes = new ArrayList<>();
        if (measured.rounds().isEmpty()) {
            notes.add("overlapping the parts was not measured: no round came to its end");
            return notes;
        }
        notes.add(
                ("%d items, %s, went through the parts in turn and overlapped, in %d pairs of rounds A B B A …; between two"
                                + " parts at most %d waited, %d may; outputs come in the order of the items")
                        .formatted(
                                measured.items(),
                                measured.distinct() == measured.items()
                                        ? "no two alike"
                                        : "%d of them different, in turn".formatted(measured.distinct()),
                                measured.rounds().size(),
                                measured.rounds().stream()
                                        .mapToInt(round -> round.flow().mostWaiting())
                                        .max()
                                        .orElse(0),
                                OverlappedPipeline.WAITING));
        notes.add(
                "each overlapped output was held against native CPU's of its item; %d of %d are bit for bit those in turn"
                        .formatted(measured.sameBits(), measured.compared()));
        if (measured.distinct() == 1 && measured.items() > 1) {
            notes.add("turning the inputs round gives nothing new: another item's output would not be noticed");
        }
        notes.add(
                "overlapped throughput holds filling (until the last part has its first item) and draining (after the first part"
                        + " had its last); once filled is between the first and the last output; what a part waits for before its"
                        + " first item is filling, not waiting");
        return notes;
    }
}
