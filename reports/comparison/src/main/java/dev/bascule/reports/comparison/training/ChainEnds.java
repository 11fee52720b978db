package dev.bascule.reports.comparison.training;

import dev.bascule.reports.comparison.SideDifference;
import dev.bascule.reports.training.TrainingRun;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Where chains that both sides asked for came to. Stateless. */
final class ChainEnds {
    private ChainEnds() {}

    /** One for each chain that came to other places on one side than on the other: such trainings are of two places, and not paired. */
    static List<SideDifference> differences(List<TrainingRun> baseline, List<TrainingRun> candidate) {
        Map<String, Set<String>> before = ends(baseline);
        Map<String, Set<String>> after = ends(candidate);
        before.keySet().retainAll(after.keySet());
        return before.entrySet().stream()
                .filter(end -> !end.getValue().equals(after.get(end.getKey())))
                .map(end -> new SideDifference(
                        "where the chain %s came to".formatted(end.getKey()),
                        List.copyOf(end.getValue()),
                        List.copyOf(Objects.requireNonNull(after.get(end.getKey())))))
                .toList();
    }

    /** By chain, whatever the versions there. */
    private static Map<String, Set<String>> ends(List<TrainingRun> runs) {
        return runs.stream()
                .filter(run -> run.place().chain().isPresent())
                .collect(Collectors.groupingBy(
                        run -> run.place().chain().orElseThrow(),
                        TreeMap::new,
                        Collectors.mapping(
                                run -> TrainedPlace.of(run).words(), Collectors.toCollection(TreeSet::new))));
    }
}
