package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What fallbacks cost elsewhere, by case run. Immutable. */
public final class ElsewhereCosts {
    /** Nobody looked. */
    public static final ElsewhereCosts NONE = new ElsewhereCosts(Map.of());

    // By identity: one case run may stand in two runs' records.
    private final Map<CaseRun, Looked> looked;

    /** What came of looking after a case run. */
    public sealed interface Looked {
        record Found(ElsewhereCost cost) implements Looked {}

        /** @param why there is none, for people */
        record Nothing(String why) implements Looked {}
    }

    /** @param looked case runs that were looked after, with what came of it */
    public ElsewhereCosts(Map<CaseRun, Looked> looked) {
        this.looked = new IdentityHashMap<>(looked);
    }

    public Optional<ElsewhereCost> of(CaseRun run) {
        return looked.get(run) instanceof Looked.Found found ? Optional.of(found.cost()) : Optional.empty();
    }

    /** Why there is none, of a case run that was looked after in vain. */
    public Optional<String> reason(CaseRun run) {
        return looked.get(run) instanceof Looked.Nothing nothing ? Optional.of(nothing.why()) : Optional.empty();
    }

    /** Whether it fell back because what it was expected on is not on its machine, so that the cost cannot be measured there. */
    public static boolean isWanted(CaseRun run) {
        return MatrixCell.reached(run).isPresent() && !absent(run).isEmpty();
    }

    /** The first attempts of a chain, as long as their backends were not there. */
    public static List<Attempt> absent(CaseRun run) {
        return run.attempts().stream()
                .takeWhile(attempt -> attempt.outcome() == Outcome.UNAVAILABLE)
                .toList();
    }

    /** SHA-256 of the models to be looked after. */
    public static Set<String> models(Collection<CaseResult> cells) {
        return cells.stream()
                .map(CaseResult::run)
                .filter(ElsewhereCosts::isWanted)
                .map(run -> run.model().sha256())
                .collect(Collectors.toSet());
    }
}
