package dev.bascule.prediction.recommend;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.memory.MemoryBound;
import dev.bascule.prediction.memory.MemoryBounds;
import dev.bascule.prediction.memory.MemoryTable;
import dev.bascule.prediction.memory.TargetKind;
import dev.bascule.reports.format.Figures;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Bounds the peak of a target's processes: what they grow by at most ({@link MemoryBounds}), and the most that they were seen to hold
 * before a run's first model, for a measured peak has that as well. Immutable.
 */
public final class PredictedMemory implements Expectation {
    private final MemoryBounds bounds;
    private final Map<TargetKind, Long> held;
    private final Map<PredictedModel.Key, Long> tensors = new HashMap<>();

    /**
     * @param models whose tensors were reckoned
     * @param held what processes hold before, by kind of target
     */
    public PredictedMemory(MemoryBounds bounds, Collection<MemoryTable.Model> models, Map<TargetKind, Long> held) {
        this.bounds = bounds;
        this.held = Map.copyOf(held);
        models.forEach(model -> tensors.put(key(model.sha256(), model.inputs()), model.tensorBytes()));
    }

    @Override
    public Figure of(Quantity quantity, CandidateModel model, TargetKey target, Remedy measuring) {
        Optional<Long> bytes =
                model.key().flatMap(key -> Optional.ofNullable(tensors.get(key(key.sha256(), key.inputs()))));
        if (bytes.isEmpty()) {
            return new Figure.Unknown("its tensors were not reckoned", measuring);
        }
        MemoryEstimate need = new MemoryEstimate(Map.of(DType.UINT8, bytes.get()), 0, 0, "");
        Optional<MemoryBound> bound = bounds.kinds().stream()
                .filter(kind -> isOf(kind, target))
                .flatMap(kind -> bounds.of(kind, need).stream())
                .findFirst();
        if (bound.isEmpty()) {
            return new Figure.Unknown("no process's growth was measured on such a target", measuring);
        }
        Optional<Long> before = held.entrySet().stream()
                .filter(entry -> isOf(entry.getKey(), target))
                .map(Map.Entry::getValue)
                .findFirst();
        if (before.isEmpty()) {
            return new Figure.Unknown(
                    "its processes grow by %s at most, and nobody saw what they hold before"
                            .formatted(Figures.bytes(bound.get().bytes())),
                    measuring);
        }
        return new Figure.Predicted(
                OptionalDouble.empty(),
                before.get() + (double) bytes.get(),
                before.get() + (double) bound.get().bytes(),
                bound.get().coverage(),
                "%s held before a run's first model; growth %s"
                        .formatted(Figures.bytes(before.get()), bound.get().basis()));
    }

    private static boolean isOf(TargetKind kind, TargetKey target) {
        return kind.backend().equals(target.backend())
                && kind.where()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9.]+", "-")
                        .equals(target.browser());
    }

    /** In whichever order the inputs are named. */
    private static PredictedModel.Key key(String sha256, String inputs) {
        List<String> sorted = Arrays.stream(inputs.split(", ", -1)).sorted().toList();
        return new PredictedModel.Key(sha256, String.join(", ", sorted));
    }
}
