package dev.bascule.reports.comparison;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.matrix.CaseResult;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Failures that nobody has accepted: those of a place where the baseline did not fail as well, or that it does not have. A place is
 * that of every comparison, so versions may differ; what fails in one browser is not known to fail in another. Machines may
 * differ where the sides share none: wrong outputs are no less wrong elsewhere. Stateless.
 */
public final class NewFailures {
    private NewFailures() {}

    /** Those of the candidate, in its order. */
    public static List<CaseRun> of(ComparedSide baseline, ComparedSide candidate) {
        Pairing pairing = Pairing.of(baseline, candidate, Comparer.free(baseline, candidate, Set.of()));
        Set<ComparedPlace> known = new HashSet<>();
        Set<ComparedPlace> fresh = new HashSet<>();
        for (Pairing.Pair pair : pairing.pairs()) {
            (fails(pair.baseline()) ? known : fresh).add(pair.to());
        }
        known.removeAll(fresh);
        return candidate.cells().stream()
                .filter(cell -> cell.run().verdict().isFailure() && !known.contains(ComparedPlace.of(cell)))
                .map(CaseResult::run)
                .toList();
    }

    /** By the newest that tells anything. */
    private static boolean fails(List<CaseResult> cells) {
        Optional<CaseResult> newest = cells.stream()
                .filter(cell -> cell.run().verdict() != Verdict.SKIPPED)
                .reduce((older, newer) -> newer);
        return newest.isPresent() && newest.get().run().verdict().isFailure();
    }
}
