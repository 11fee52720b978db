package dev.bascule.prediction.memory;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.job.Memory;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads what processes grew by out of cells. The base is what was resident before the first model of a run on that target: a
 * runner serves many models, and what an earlier one left behind counts as growth, never as base; where that is most of it, the growth beyond it
 * is what a new process grows by at least. Stateless.
 */
public final class MeasuredGrowth {
    private static final String BEFORE = "resident-before";
    /** In tensors and a process's noise: beyond it a sample only says what it is at least. */
    private static final int LEFT_BEHIND = 3;

    private MeasuredGrowth() {}

    /**
     * The samples of models that are known by their bytes and inputs; of others nobody reckoned the tensors.
     *
     * @param onBase whether all runs of a machine and target have one base: each was made for one model, in new processes
     */
    public static List<MemorySample> of(
            Collection<CaseResult> cells, Collection<MemoryTable.Model> models, boolean onBase) {
        Map<String, MemoryTable.Model> known = new HashMap<>();
        models.forEach(model -> known.put(key(model.sha256(), model.inputs()), model));
        Map<String, Long> bases = new HashMap<>();
        for (CaseResult cell : cells) {
            before(cell).ifPresent(bytes -> bases.merge(place(cell, onBase), bytes, Math::min));
        }
        List<MemorySample> samples = new ArrayList<>();
        for (CaseResult cell : cells) {
            Attempt attempt = cell.run().decisive();
            Optional<MemoryTable.Model> model = cell.run()
                    .conditions()
                    .map(conditions -> conditions.inputs().shapes())
                    .map(shapes -> known.get(key(cell.run().model().sha256(), shapes)));
            Long base = bases.get(place(cell, onBase));
            if (model.isPresent() && base != null && teaches(cell)) {
                long before = before(cell).orElse(base);
                boolean atLeast = before - base > most(model.get().tensorBytes());
                attempt.measured()
                        .memory()
                        .ifPresent(memory -> samples.add(new MemorySample(
                                TargetKind.of(attempt.target()),
                                model.get().name(),
                                model.get().architecture(),
                                model.get().tensorBytes(),
                                memory.peakBytes() - (atLeast ? before : base),
                                atLeast)));
            }
        }
        return List.copyOf(samples);
    }

    /**
     * What processes hold before a run's first model: of each kind of target the most over the runs, of each run the least that was
     * read before any of its models.
     */
    public static Map<TargetKind, Long> heldBefore(Collection<CaseResult> cells) {
        Map<String, Long> ofRuns = new HashMap<>();
        Map<String, TargetKind> kinds = new HashMap<>();
        for (CaseResult cell : cells) {
            before(cell).ifPresent(bytes -> {
                ofRuns.merge(place(cell, false), bytes, Math::min);
                kinds.put(
                        place(cell, false), TargetKind.of(cell.run().decisive().target()));
            });
        }
        Map<TargetKind, Long> most = new TreeMap<>();
        kinds.forEach((place, kind) -> most.merge(kind, ofRuns.getOrDefault(place, 0L), Math::max));
        return most;
    }

    private static boolean teaches(CaseResult cell) {
        return cell.run().chain().isStrict()
                && cell.run().decisive().succeeded()
                // Without its arena, or in another precision, an engine takes other memory.
                && HistoryData.isUsual(cell.run().caseId().settings())
                && before(cell).isPresent();
    }

    /** What is left behind tells more of earlier models than of this one, where it is much of what this one takes. */
    private static long most(long tensorBytes) {
        return LEFT_BEHIND * (tensorBytes + MemorySample.FLOOR);
    }

    /** What was resident before the model of a cell was opened: of earlier models of the run as well. */
    public static Optional<Long> before(CaseResult cell) {
        return cell.run()
                .decisive()
                .measured()
                .memory()
                .map(Memory::parts)
                .flatMap(parts -> Optional.ofNullable(parts.get(BEFORE)));
    }

    private static String place(CaseResult cell, boolean onBase) {
        return (onBase ? cell.machine().fingerprint() : cell.runId()) + " "
                + cell.run().decisive().target().id();
    }

    /** In whichever order the inputs are named. */
    private static String key(String sha256, String inputs) {
        return sha256 + " " + Stream.of(inputs.split(", ", -1)).sorted().collect(Collectors.joining(", "));
    }
}
