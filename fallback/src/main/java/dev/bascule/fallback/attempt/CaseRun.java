package dev.bascule.fallback.attempt;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelInfo;
import java.util.List;
import java.util.Optional;

/**
 * A case taken down its chain: its attempts in order, and the verdict. A chain of one backend is a strict target.
 *
 * @param caseId the case
 * @param model what ran
 * @param chain the backends that were to be tried, in order
 * @param attempts every attempt made, none left out; at least one
 * @param verdict the resolver's word on them
 * @param fallbackCost the backend reached against the one expected, interleaved, where both ran
 * @param reproduce the command line that repeats it
 */
public record CaseRun(
        CaseId caseId,
        ModelInfo model,
        Chain chain,
        List<Attempt> attempts,
        Verdict verdict,
        Optional<Comparison> fallbackCost,
        String reproduce) {

    public CaseRun {
        attempts = List.copyOf(attempts);
        if (attempts.isEmpty()) {
            throw new IllegalArgumentException("a run without an attempt is no run");
        }
    }

    /** The attempt that the verdict rests on: the one that succeeded, else the last. */
    public Attempt decisive() {
        return attempts.stream().filter(Attempt::succeeded).findFirst().orElse(attempts.get(attempts.size() - 1));
    }
}
