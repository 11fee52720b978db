package dev.bascule.fallback.attempt;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.target.Target;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which cell of a run measured an attempt that several of its cells show. What one cell measured no other of the same case
 * measures again: a chain that reaches {@code webgpu} shows the attempt of the strict {@code webgpu} cell. Nothing is stored
 * for that: attempts at one case on one target that began at the same instant, took as long and measured the same are one. Immutable,
 * thread-safe.
 */
public final class SharedAttempts {
    private final Map<Key, Owned> owners = new HashMap<>();

    private record Key(CaseId caseId, Target target, Instant startedAt) {}

    private record Owned(CaseRun owner, Attempt attempt) {}

    /** @param runs the cells of one run, in its order */
    public SharedAttempts(Collection<CaseRun> runs) {
        for (boolean strict : new boolean[] {true, false}) {
            runs.stream().filter(run -> run.chain().isStrict() == strict).forEach(this::own);
        }
    }

    /** A strict cell's are its own; of chains the first has it. */
    private void own(CaseRun run) {
        run.attempts().forEach(attempt -> owners.putIfAbsent(key(run, attempt), new Owned(run, attempt)));
        run.retries().forEach(attempt -> owners.putIfAbsent(key(run, attempt), new Owned(run, attempt)));
    }

    /** The other cell that an attempt of this one was measured in; empty where it is this cell's own. */
    public Optional<CaseRun> measuredIn(CaseRun cell, Attempt attempt) {
        return Optional.ofNullable(owners.get(key(cell, attempt)))
                .filter(owned -> isOne(owned.attempt(), attempt))
                .map(Owned::owner)
                .filter(owner -> !owner.chain().equals(cell.chain()));
    }

    /** Remedies are a cell's own: what helps may hang on its chain. */
    private static boolean isOne(Attempt one, Attempt other) {
        return one.outcome() == other.outcome()
                && one.elapsed().equals(other.elapsed())
                && one.timing().equals(other.timing())
                && one.phases().equals(other.phases());
    }

    private static Key key(CaseRun run, Attempt attempt) {
        return new Key(run.caseId(), attempt.target(), attempt.startedAt());
    }
}
