package dev.bascule.reports.comparison.training;

import dev.bascule.reports.comparison.SideDifference;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What two commands trained, paired by place and seed; where all of one side were replicas and none of the other, by seed alone, for of these losses
 * can be compared, and accuracies at a common last step, but no speed. Immutable.
 *
 * @param baseline of one command; at least one
 * @param candidate of another
 * @param unlike in which the tasks are not comparable, as {@code batch: 32 → 64}; empty where they are
 * @param pairs by place, in the baseline's order, each in the order of seeds
 * @param onlyBaseline trainings without a like
 */
public record TrainingSides(
        List<TrainingRun> baseline,
        List<TrainingRun> candidate,
        List<String> unlike,
        Map<TrainedPlace, List<TrainingPair>> pairs,
        List<String> onlyBaseline,
        List<String> onlyCandidate) {

    private record Slot(TrainedPlace place, long seed) {
        static Slot of(TrainingRun run) {
            return new Slot(TrainedPlace.of(run), run.task().seed());
        }

        String words() {
            return "%s, seed %d".formatted(place.words(), seed);
        }
    }

    /** @throws IllegalArgumentException where a side is empty */
    public static TrainingSides of(List<TrainingRun> baseline, List<TrainingRun> candidate) {
        if (baseline.isEmpty() || candidate.isEmpty()) {
            throw new IllegalArgumentException("a side without trainings");
        }
        Map<Slot, List<TrainingRun>> here = slots(baseline);
        Map<Slot, List<TrainingRun>> there = slots(candidate);
        Map<TrainedPlace, List<TrainingPair>> pairs = new LinkedHashMap<>();
        here.forEach((slot, runs) -> {
            List<TrainingRun> others = there.getOrDefault(slot, List.of());
            if (runs.size() == 1 && others.size() == 1) {
                pairs.computeIfAbsent(slot.place(), place -> new ArrayList<>())
                        .add(new TrainingPair(runs.get(0), others.get(0)));
            }
        });
        Set<Slot> unlikePaired = unlikePlaces(here, there, pairs);
        pairs.values().forEach(some -> some.sort(Comparator.comparingLong(TrainingPair::seed)));
        return new TrainingSides(
                List.copyOf(baseline),
                List.copyOf(candidate),
                unlike(baseline.get(0).task(), candidate.get(0).task()),
                pairs,
                unpaired(here, there, unlikePaired),
                unpaired(there, here, unlikePaired));
    }

    /** Each training at one place with the replicas' of its seed, where a side has one of them alone. */
    private static Set<Slot> unlikePlaces(
            Map<Slot, List<TrainingRun>> here,
            Map<Slot, List<TrainingRun>> there,
            Map<TrainedPlace, List<TrainingPair>> pairs) {
        Set<Slot> paired = new HashSet<>();
        boolean unlike = areReplicas(here) && !someReplicas(there) || areReplicas(there) && !someReplicas(here);
        if (!unlike) {
            return paired;
        }
        here.forEach((slot, runs) -> there.forEach((other, others) -> {
            if (slot.seed() == other.seed() && runs.size() == 1 && others.size() == 1) {
                pairs.computeIfAbsent(slot.place().beside(other.place()), place -> new ArrayList<>())
                        .add(new TrainingPair(runs.get(0), others.get(0)));
                paired.add(slot);
                paired.add(other);
            }
        }));
        return paired;
    }

    private static boolean areReplicas(Map<Slot, List<TrainingRun>> side) {
        return side.values().stream()
                .flatMap(List::stream)
                .noneMatch(run -> run.place().replicas().isEmpty());
    }

    private static boolean someReplicas(Map<Slot, List<TrainingRun>> side) {
        return side.values().stream()
                .flatMap(List::stream)
                .anyMatch(run -> !run.place().replicas().isEmpty());
    }

    private static Map<Slot, List<TrainingRun>> slots(List<TrainingRun> runs) {
        return runs.stream().collect(Collectors.groupingBy(Slot::of, LinkedHashMap::new, Collectors.toList()));
    }

    /** Where a side has a place and seed twice, as in two versions of a browser, nothing tells which is whose like. */
    private static List<String> unpaired(
            Map<Slot, List<TrainingRun>> here, Map<Slot, List<TrainingRun>> there, Set<Slot> unlikePaired) {
        return here.keySet().stream()
                .filter(slot -> !unlikePaired.contains(slot))
                .filter(slot -> here.getOrDefault(slot, List.of()).size() != 1
                        || there.getOrDefault(slot, List.of()).size() != 1)
                .map(slot -> slot.words()
                        + (there.containsKey(slot) ? ": a side has it more than once, so nothing is paired" : ""))
                .toList();
    }

    /**
     * What makes losses, steps and accuracies those of another training. Seeds and the number of steps do not. Where only one side tells
     * its file's hash, nobody knows whether it is another: that is a difference.
     */
    private static List<String> unlike(TrainingTask baseline, TrainingTask candidate) {
        List<String> unlike = new ArrayList<>();
        told(unlike, "network", TrainingTask::network, baseline, candidate);
        if (baseline.modelSha256().isPresent() && candidate.modelSha256().isPresent()) {
            told(unlike, "hash of the model", task -> task.modelSha256().orElseThrow(), baseline, candidate);
        }
        told(unlike, "parameters", task -> Figures.whole(task.parameters()), baseline, candidate);
        told(unlike, "data", task -> task.data().name(), baseline, candidate);
        told(unlike, "hash of the data", task -> task.data().sha256(), baseline, candidate);
        told(unlike, "optimizer", task -> task.optimizer().name(), baseline, candidate);
        told(unlike, "learning rate", task -> task.optimizer().learningRate(), baseline, candidate);
        told(unlike, "clip", task -> task.optimizer().clip(), baseline, candidate);
        told(unlike, "batch", TrainingTask::batch, baseline, candidate);
        // Whatever else a task has.
        if (unlike.isEmpty() && !baseline.compared().equals(candidate.compared())) {
            unlike.add("%s → %s".formatted(baseline.compared(), candidate.compared()));
        }
        return unlike;
    }

    private static void told(
            List<String> unlike,
            String what,
            Function<TrainingTask, Object> of,
            TrainingTask baseline,
            TrainingTask candidate) {
        Object before = of.apply(baseline);
        Object after = of.apply(candidate);
        if (!before.equals(after)) {
            unlike.add("%s: %s → %s".formatted(what, words(before), words(after)));
        }
    }

    private static String words(Object value) {
        return value instanceof OptionalDouble number
                ? number.isPresent() ? Figures.significant(number.getAsDouble()) : "none asked for"
                : value.toString();
    }

    String task() {
        TrainingTask task = candidate.get(0).task();
        return "%s, %s parameters, on %s by %s, batch %d"
                .formatted(
                        task.network(),
                        Figures.whole(task.parameters()),
                        task.data().name(),
                        task.optimizer().name(),
                        task.batch());
    }

    boolean sameMachine() {
        Set<Optional<String>> machines = machines(baseline);
        return machines.equals(machines(candidate)) && machines.size() == 1 && !machines.contains(Optional.empty());
    }

    private static Set<Optional<String>> machines(List<TrainingRun> runs) {
        return runs.stream().map(run -> run.place().machine()).collect(Collectors.toSet());
    }

    /** What may be the reason for a difference. */
    List<SideDifference> differences() {
        List<SideDifference> differences = new ArrayList<>();
        differ(
                differences,
                "machine",
                run -> run.place().machine().map(id -> id.substring(0, Math.min(8, id.length()))));
        differ(differences, "Bascule", run -> Optional.of(run.product()));
        differ(
                differences,
                "replicas",
                run -> run.place().replicas().isEmpty()
                        ? Optional.empty()
                        : Optional.of(run.place().replicas().stream()
                                .map(replica -> "%s %d".formatted(replica.brief(), replica.samples()))
                                .collect(Collectors.joining(" + "))));
        differ(differences, "browser", run -> run.place().browser());
        differ(
                differences,
                "engine",
                run -> Optional.of(
                        run.place().engine().name() + " " + run.place().engine().version()));
        differ(
                differences,
                "steps asked for",
                run -> Optional.of(Figures.whole(run.task().plannedSteps())));
        differ(differences, "checkpoint gone on from", TrainingRun::wentOnFrom);
        differ(differences, "hash of the model", run -> run.task().modelSha256());
        differ(differences, "chain asked for", run -> run.place().chain());
        differences.addAll(ChainEnds.differences(baseline, candidate));
        differ(differences, "fed by", run -> Optional.of(run.task().resident() ? "data in the model" : "the host"));
        differ(
                differences,
                "threads",
                run -> run.place().settings().map(settings -> Figures.whole(settings.threads())));
        differ(
                differences,
                "graph optimization",
                run -> run.place().settings().map(TrainingPlace.Settings::graphOptimization));
        return differences;
    }

    private void differ(List<SideDifference> differences, String what, Function<TrainingRun, Optional<String>> value) {
        Set<String> before = values(baseline, value);
        Set<String> after = values(candidate, value);
        if (!before.equals(after)) {
            differences.add(new SideDifference(what, List.copyOf(before), List.copyOf(after)));
        }
    }

    private static Set<String> values(List<TrainingRun> runs, Function<TrainingRun, Optional<String>> value) {
        return runs.stream().flatMap(run -> value.apply(run).stream()).collect(Collectors.toCollection(TreeSet::new));
    }
}
