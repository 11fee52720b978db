package dev.bascule.fallback.attempt;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which cell of a run measured an attempt that several of its cells show. What one cell measured no other of the same case
 * measures again: a chain that reaches {@code webgpu} shows the attempt of the strict {@code webgpu} cell. Nothing is stored
 * for that: attempts with an equal {@link MeasurementKey} are one, whatever remedies each cell names. Immutable, thread-safe.
 */
public final class SharedAttempts {
    private final Map<MeasurementKey, CaseRun> owners = new HashMap<>();

    /** @param runs the cells of one run, in its order */
    public SharedAttempts(Collection<CaseRun> runs) {
        for (boolean strict : new boolean[] {true, false}) {
            runs.stream().filter(run -> run.chain().isStrict() == strict).forEach(this::own);
        }
    }

    /** A strict cell's are its own; of chains the first has it. */
    private void own(CaseRun run) {
        run.attempts().forEach(attempt -> owners.putIfAbsent(MeasurementKey.of(run.caseId(), attempt), run));
        run.retries().forEach(attempt -> owners.putIfAbsent(MeasurementKey.of(run.caseId(), attempt), run));
    }

    /** Every other cell that an attempt or a retry of this one was measured in, each once. */
    public List<CaseRun> measuredIn(CaseRun cell) {
        return Stream.concat(cell.attempts().stream(), cell.retries().stream())
                .flatMap(attempt -> measuredIn(cell, attempt).stream())
                .distinct()
                .toList();
    }

    /** The other cell that an attempt of this one was measured in; empty where it is this cell's own. */
    public Optional<CaseRun> measuredIn(CaseRun cell, Attempt attempt) {
        return Optional.ofNullable(owners.get(MeasurementKey.of(cell.caseId(), attempt)))
                .filter(owner -> !owner.chain().equals(cell.chain()));
    }
}
