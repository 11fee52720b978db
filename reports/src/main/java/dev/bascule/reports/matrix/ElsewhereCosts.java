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
    private final Map<CaseRun, Optional<ElsewhereCost>> looked;

    /** @param looked case runs that were looked after, with what was found */
    public ElsewhereCosts(Map<CaseRun, Optional<ElsewhereCost>> looked) {
        this.looked = new IdentityHashMap<>(looked);
    }

    public Optional<ElsewhereCost> of(CaseRun run) {
        return looked.getOrDefault(run, Optional.empty());
    }

    /** Why there is none, of a case run that was looked after in vain. */
    public Optional<String> reason(CaseRun run) {
        return looked.containsKey(run) && of(run).isEmpty()
                ? Optional.of(
                        "no other machine of the history has strict measured cells of this model, these settings and"
                                + " this engine on "
                                + absent(run).get(0).target().backend().id())
                : Optional.empty();
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
    public static Set<String> models(Collection<Sighting> cells) {
        return cells.stream()
                .map(Sighting::run)
                .filter(ElsewhereCosts::isWanted)
                .map(run -> run.model().sha256())
                .collect(Collectors.toSet());
    }
}
