package dev.bascule.prediction.recommend;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.memory.MeasuredGrowth;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The cells of one machine, by model and target, the newest first; of one run the worst first. Immutable. */
public final class MeasuredCells {
    private static final Comparator<CaseResult> NEWEST = Comparator.comparing(CaseResult::startedAt)
            .thenComparing(cell -> cell.run().verdict())
            .reversed();

    private final Map<Place, List<CaseResult>> cells;

    private record Place(PredictedModel.Key model, TargetKey target) {}

    private final Map<Processes, Long> held;

    private record Processes(String run, String target) {
        static Processes of(CaseResult cell) {
            return new Processes(cell.runId(), cell.run().decisive().target().id());
        }
    }

    private final Map<Place, Failed> failed;

    /** On the way down a chain. */
    private record Failed(Instant at, Standing standing) {
        Failed newer(Failed other) {
            return other.at.isAfter(at) ? other : this;
        }
    }

    private MeasuredCells(Map<Place, List<CaseResult>> cells, Map<Processes, Long> held, Map<Place, Failed> failed) {
        this.cells = cells;
        this.held = held;
        this.failed = failed;
    }

    /**
     * Of a history's newest cells.
     *
     * @param machine its fingerprint
     */
    public static MeasuredCells of(Collection<CaseResult> newest, String machine) {
        Map<Place, List<CaseResult>> cells = new HashMap<>();
        newest.stream()
                .filter(cell -> cell.machine().fingerprint().equals(machine) && MeasuredCell.tells(cell))
                .sorted(NEWEST)
                .forEach(cell -> cells.computeIfAbsent(
                                new Place(MeasuredCell.model(cell), MeasuredCell.target(cell)),
                                place -> new ArrayList<>())
                        .add(cell));
        Map<Processes, Long> held = new HashMap<>();
        cells.values().stream()
                .flatMap(List::stream)
                .forEach(cell -> MeasuredGrowth.before(cell)
                        .ifPresent(bytes -> held.merge(Processes.of(cell), bytes, Math::min)));
        Map<Place, Failed> failed = new HashMap<>();
        newest.stream()
                .filter(cell -> cell.machine().fingerprint().equals(machine)
                        && !cell.run().chain().isStrict()
                        && MeasuredCell.isUsual(cell))
                .forEach(cell -> cell.run()
                        .attempts()
                        .forEach(attempt -> MeasuredCell.failure(cell, attempt)
                                .ifPresent(how -> failed.merge(
                                        new Place(MeasuredCell.model(cell), MeasuredCell.target(cell, attempt)),
                                        new Failed(cell.startedAt(), how),
                                        Failed::newer))));
        return new MeasuredCells(cells, held, failed);
    }

    /** Which model a cell is of, and what it was fed. */
    public static PredictedModel.Key model(CaseResult cell) {
        return MeasuredCell.model(cell);
    }

    /** Where anything was tried. */
    public SortedSet<TargetKey> targets() {
        SortedSet<TargetKey> targets = new TreeSet<>();
        cells.keySet().forEach(place -> targets.add(place.target()));
        failed.keySet().forEach(place -> targets.add(place.target()));
        return targets;
    }

    /** What the newest cell says of whether it runs, or a chain that failed there since. */
    Standing standing(CandidateModel model, TargetKey target, Remedy measuring) {
        Optional<CaseResult> newest = of(model, target).stream().findFirst();
        return model.key()
                .flatMap(key -> Optional.ofNullable(failed.get(new Place(key, target))))
                .filter(how ->
                        newest.map(cell -> how.at().isAfter(cell.startedAt())).orElse(true))
                .map(Failed::standing)
                .or(() -> newest.map(cell -> read(cell).standing(measuring)))
                .orElseGet(Standing.Unmeasured::new);
    }

    /** A figure of the newest cell that has it, of those that are as sure as the newest: right, and proven where that is. */
    Optional<Figure> figure(Quantity quantity, CandidateModel model, TargetKey target, Remedy measuring) {
        List<MeasuredCell> right = of(model, target).stream()
                .map(this::read)
                .filter(MeasuredCell::isRight)
                .toList();
        List<Figure> figures = right.stream()
                .filter(cell -> cell.isRightThere() || !right.get(0).isRightThere())
                .flatMap(cell -> cell.figure(quantity, measuring).stream())
                .toList();
        return figures.stream()
                .filter(Figure.Measured.class::isInstance)
                .findFirst()
                .or(() -> figures.stream().findFirst());
    }

    private MeasuredCell read(CaseResult cell) {
        return new MeasuredCell(cell, Optional.ofNullable(held.get(Processes.of(cell))));
    }

    private List<CaseResult> of(CandidateModel model, TargetKey target) {
        return model.key()
                .map(key -> cells.getOrDefault(new Place(key, target), List.of()))
                .orElse(List.of());
    }
}
