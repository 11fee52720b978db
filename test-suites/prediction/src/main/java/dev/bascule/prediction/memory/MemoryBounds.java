package dev.bascule.prediction.memory;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.interval.GroupedConformal;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The one bound of what processes grow by: for each kind of target the greatest ratio of measured growth to tensors, over
 * architectures (split conformal: another's stays below with n/(n + 1)). Where nothing was measured there is no number.
 * Immutable.
 */
public final class MemoryBounds {
    private final SortedMap<TargetKind, List<MemorySample>> samples;

    private MemoryBounds(Collection<MemorySample> samples) {
        this.samples = samples.stream()
                .collect(Collectors.groupingBy(MemorySample::kind, TreeMap::new, Collectors.toUnmodifiableList()));
    }

    /** Of these and no others. */
    public static MemoryBounds of(Collection<MemorySample> samples) {
        return new MemoryBounds(samples);
    }

    /** Those that the product brings, read once. */
    public static MemoryBounds shipped() {
        return Shipped.BOUNDS;
    }

    private static final class Shipped {
        static final MemoryBounds BOUNDS = of(MemoryTable.shipped().samples());
    }

    /**
     * With what a history has besides. A process that had other models before may keep room and so grow less with the next:
     * more samples may raise a factor and never lower it.
     */
    public MemoryBounds plus(Collection<MemorySample> more) {
        return of(Stream.concat(samples.values().stream().flatMap(List::stream), more.stream())
                .toList());
    }

    /** With what a history has of the models of the product's table and of this one. */
    public MemoryBounds with(Collection<CaseResult> cells, ModelInfo model, MemoryNeed need) {
        List<MemoryTable.Model> known = new ArrayList<>(MemoryTable.shipped().models());
        need.estimate()
                .ifPresent(tensors -> known.add(new MemoryTable.Model(
                        model.name(),
                        model.sha256(),
                        need.inputs(),
                        HistoryData.architecture(model.name()),
                        tensors.total())));
        return plus(MeasuredGrowth.of(cells, known, false));
    }

    /** The kinds that were measured. */
    public Collection<TargetKind> kinds() {
        return List.copyOf(samples.keySet());
    }

    /** For a model on a kind of target; empty where nothing was measured there. */
    public Optional<MemoryBound> of(TargetKind kind, MemoryEstimate tensors) {
        return Optional.ofNullable(samples.get(kind)).flatMap(measured -> bound(kind, measured, tensors));
    }

    /** For a model on a backend in whichever browser: the greatest of those measured. */
    public Optional<MemoryBound> of(Backend backend, MemoryEstimate tensors) {
        return samples.keySet().stream()
                .filter(kind -> kind.isOf(backend))
                .flatMap(kind -> of(kind, tensors).stream())
                .max(Comparator.comparingLong(MemoryBound::bytes));
    }

    private static Optional<MemoryBound> bound(TargetKind kind, List<MemorySample> measured, MemoryEstimate tensors) {
        Map<String, List<Double>> ratios = measured.stream()
                .filter(sample -> !sample.atLeast())
                .collect(Collectors.groupingBy(
                        MemorySample::architecture,
                        TreeMap::new,
                        Collectors.mapping(MemorySample::ratio, Collectors.toList())));
        GroupedConformal conformal = GroupedConformal.of(ratios);
        // All of the weight that finite scores have: the greatest of them.
        double level = conformal.groups() / (conformal.groups() + 1.0);
        OptionalDouble factor = conformal.bound(level);
        if (factor.isEmpty()) {
            return Optional.empty();
        }
        // What was certainly exceeded raises the factor, and counts for no architecture's whole growth.
        double most = Math.max(
                factor.getAsDouble(),
                measured.stream()
                        .filter(MemorySample::atLeast)
                        .mapToDouble(MemorySample::ratio)
                        .max()
                        .orElse(0));
        double bytes = most * (tensors.total() + (double) MemorySample.FLOOR);
        return Optional.of(new MemoryBound(
                kind,
                // A process never holds less than the tensors do.
                Math.max(tensors.total(), (long) Math.ceil(bytes)),
                most,
                conformal.groups(),
                (int) measured.stream()
                        .filter(sample -> !sample.atLeast())
                        .map(MemorySample::model)
                        .distinct()
                        .count(),
                tensors.isLowerBound()));
    }
}
