package dev.bascule.cli.pool;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.job.Memory;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.prediction.memory.MemoryBound;
import dev.bascule.prediction.memory.MemoryBounds;
import dev.bascule.prediction.memory.TargetKind;
import dev.bascule.prediction.pool.PoolMemory;
import dev.bascule.reports.matrix.CaseResult;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one replica of a model takes of memory: the peak of the processes that ran it there, where a cell has it; else what they
 * held before their first model, and the bound of what they grow by. Immutable.
 *
 * @param cells of this machine
 */
record PairMemory(List<CaseResult> cells, PooledModel model, MemoryBounds bounds) {
    private static final String BEFORE = "resident-before";
    /** In tensors and {@link #NOISE}: what earlier models may have left in a process whose peak is told of the last one. */
    private static final int LEFT_BEHIND = 3;
    /** What processes differ by from one start to the next. */
    private static final long NOISE = 48L << 20;

    static PairMemory of(List<CaseResult> cells, PooledModel model) {
        return new PairMemory(
                cells,
                model,
                MemoryBounds.shipped().with(cells, model.resolved().info(), model.need()));
    }

    /** Memory, or why it is not known. */
    sealed interface Known {
        record Bytes(PoolMemory memory) implements Known {}

        record Nothing(String why) implements Known {}
    }

    /** @param ownMemory whether the target computes in a device's own memory */
    Known on(LocalTarget target, boolean ownMemory) {
        Optional<MemoryEstimate> tensors = model.need().estimate();
        if (ownMemory && tensors.isEmpty()) {
            return new Known.Nothing("what it takes of the device's memory is not known: "
                    + model.need().reason());
        }
        long device = ownMemory ? tensors.orElseThrow().total() : 0;
        String onDevice = ownMemory ? "; on the device its tensors by the graph, at least" : "";
        Optional<Peak> peak = measured(target);
        Known bounded = bounded(target, device, onDevice);
        // A peak with much of others in it is one all the same: the process that ran it never held more.
        return peak.isPresent()
                        && (peak.get().alone()
                                || !(bounded instanceof Known.Bytes bytes)
                                || bytes.memory().hostBytes() >= peak.get().bytes())
                ? new Known.Bytes(new PoolMemory(
                        peak.get().bytes(),
                        device,
                        true,
                        "peak by " + peak.get().source() + onDevice))
                : bounded;
    }

    private Known bounded(LocalTarget target, long device, String onDevice) {
        Optional<MemoryEstimate> tensors = model.need().estimate();
        if (tensors.isEmpty()) {
            return new Known.Nothing("its memory is not known: " + model.need().reason());
        }
        Optional<MemoryBound> bound = bounds.of(target.kind(), tensors.get());
        if (bound.isEmpty()) {
            return new Known.Nothing(MemoryBound.unmeasured(target.backend()));
        }
        if (bound.get().lowerBound()) {
            return new Known.Nothing(
                    "its memory is not known in full: " + tensors.get().reason());
        }
        Optional<Long> empty = beforeModels(target);
        return empty.isEmpty()
                ? new Known.Nothing(
                        "what its processes take without a model was not measured here: bascule run measures it")
                : new Known.Bytes(new PoolMemory(
                        empty.get() + bound.get().bytes(),
                        device,
                        false,
                        "%s without a model, and %s%s"
                                .formatted(
                                        ByteSizes.text(empty.get()), bound.get().basis(), onDevice)));
    }

    /** @param alone whether earlier models of its process had left little behind, as {@code MeasuredGrowth} draws the line */
    private record Peak(long bytes, String source, boolean alone) {}

    /** Of the process that had least left behind by other models. */
    private Optional<Peak> measured(LocalTarget target) {
        Map<String, Long> empty = emptyByRun(target);
        return cells.stream()
                .filter(cell -> isOn(cell.run(), target)
                        && cell.run().model().sha256().equals(model.sha256())
                        && cell.run().decisive().succeeded()
                        && cell.run()
                                .conditions()
                                .filter(fed -> fed.inputs().shapes().equals(model.inputs()))
                                .isPresent())
                .flatMap(cell -> cell.run().decisive().measured().memory().stream()
                        .map(memory -> peak(memory, Optional.ofNullable(empty.get(cell.runId())))))
                .min(Comparator.comparing((Peak peak) -> !peak.alone()).thenComparing(Peak::bytes));
    }

    private Peak peak(Memory memory, Optional<Long> empty) {
        long most = LEFT_BEHIND
                * (model.need().estimate().map(MemoryEstimate::total).orElse(0L) + NOISE);
        return new Peak(
                memory.peakBytes(),
                memory.source(),
                empty.isPresent()
                        && Optional.ofNullable(memory.parts().get(BEFORE))
                                .filter(before -> before - empty.get() <= most)
                                .isPresent());
    }

    /** The most, over runs, of what was resident before a run's first model there. */
    private Optional<Long> beforeModels(LocalTarget target) {
        return emptyByRun(target).values().stream().max(Comparator.naturalOrder());
    }

    private Map<String, Long> emptyByRun(LocalTarget target) {
        Map<String, Long> runs = new HashMap<>();
        cells.stream()
                .filter(cell -> TargetKind.of(cell.run().decisive().target()).equals(target.kind()))
                .forEach(cell -> cell.run()
                        .decisive()
                        .measured()
                        .memory()
                        .flatMap(memory -> Optional.ofNullable(memory.parts().get(BEFORE)))
                        .ifPresent(bytes -> runs.merge(cell.runId(), bytes, Math::min)));
        return runs;
    }

    private static boolean isOn(CaseRun run, LocalTarget target) {
        return run.chain().isStrict()
                && run.decisive().target().id().equals(target.key().target());
    }
}
