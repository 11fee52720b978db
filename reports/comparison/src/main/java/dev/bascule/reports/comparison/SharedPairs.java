package dev.bascule.reports.comparison;

import dev.bascule.reports.matrix.CaseResult;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Which pairs of a comparison rest on the measurements of another one, on both sides and on no others: a chain shows what the
 * strict cell measured. Such a pair is shown, and counted and tested there. One of which a single run is its own stands for
 * itself: Holm's correction holds however much comparisons have in common. Immutable.
 */
final class SharedPairs {
    private final Map<Measurements, Pairing.Pair> owners = new HashMap<>();
    private final UnaryOperator<List<CaseResult>> telling;

    private record Measurements(List<CaseResult.Shown> baseline, List<CaseResult.Shown> candidate) {}

    /** @param telling of a side's cells those that the comparison rests on */
    SharedPairs(List<Pairing.Pair> pairs, UnaryOperator<List<CaseResult>> telling) {
        this.telling = telling;
        pairs.stream()
                .sorted(Comparator.comparing(pair -> !isStrict(pair)))
                .forEach(pair -> key(pair).ifPresent(key -> owners.putIfAbsent(key, pair)));
    }

    /** The other pair that has this one's measurements; empty where they are its own. */
    Optional<Pairing.Pair> owner(Pairing.Pair pair) {
        return key(pair)
                .map(owners::get)
                .filter(owner ->
                        !owner.from().equals(pair.from()) || !owner.to().equals(pair.to()));
    }

    private Optional<Measurements> key(Pairing.Pair pair) {
        return Optional.of(new Measurements(shown(pair.baseline()), shown(pair.candidate())))
                .filter(key -> !key.baseline().isEmpty() && !key.candidate().isEmpty());
    }

    private List<CaseResult.Shown> shown(List<CaseResult> cells) {
        return telling.apply(cells).stream().map(CaseResult::shown).toList();
    }

    private static boolean isStrict(Pairing.Pair pair) {
        return Stream.concat(pair.baseline().stream(), pair.candidate().stream())
                .allMatch(cell -> cell.run().chain().isStrict());
    }
}
