package dev.bascule.studies.training;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.training.ReferenceConvergence;
import dev.bascule.reports.training.StepsToTarget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * After how many steps a target reaches the accuracy asked for, over seeds, beside native CPU with the same seeds. Immutable.
 *
 * @param target where it ran
 * @param state where parameters and moments were asked to be
 * @param steps its own, of the seeds that count
 * @param reference native CPU's, of the same
 * @param leftOut seeds that do not count: a run of theirs was cut short before the target, here or on native CPU, or missing
 */
public record Convergence(
        Target target,
        CarryLocation state,
        ReferenceConvergence beside,
        StepsToTarget steps,
        StepsToTarget reference,
        int leftOut) {

    private record Group(Target target, CarryLocation state) {}

    /**
     * Of each target but native CPU; none where that was not right or the target was not, where no run reached the target accuracy, as where none
     * was asked for, and for a single seed.
     *
     * @param steps of a whole run: who made fewer and is not there was cut short
     */
    static List<Convergence> of(List<TargetTraining> targets, int steps) {
        Map<Group, List<TargetTraining>> groups = new LinkedHashMap<>();
        targets.forEach(each -> groups.computeIfAbsent(new Group(each.target(), each.state()), any -> new ArrayList<>())
                .add(each));
        return groups.entrySet().stream()
                .filter(each -> isNative(each.getKey()))
                .findFirst()
                .filter(each ->
                        isRight(each.getValue()) && distinct(each.getValue()).size() > 1)
                .map(reference -> groups.entrySet().stream()
                        .filter(each -> !isNative(each.getKey()) && isRight(each.getValue()))
                        .map(each -> of(each.getKey(), each.getValue(), reference.getValue(), steps))
                        .filter(each -> each.beside().reached() + each.beside().referenceReached() > 0)
                        .toList())
                .orElse(List.of());
    }

    private static Convergence of(Group group, List<TargetTraining> runs, List<TargetTraining> reference, int steps) {
        Collection<TargetTraining> distinct = distinct(runs);
        List<OptionalLong> here = new ArrayList<>();
        List<OptionalLong> there = new ArrayList<>();
        for (TargetTraining run : distinct) {
            reference.stream()
                    .filter(other -> other.seed() == run.seed() && isWhole(other, steps) && isWhole(run, steps))
                    .findFirst()
                    .ifPresent(other -> {
                        here.add(run.learnt().reached());
                        there.add(other.learnt().reached());
                    });
        }
        return new Convergence(
                group.target(),
                group.state(),
                ReferenceConvergence.of(here, there),
                StepsToTarget.of(here),
                StepsToTarget.of(there),
                distinct.size() - here.size());
    }

    /** One run of each seed: chains that end on one backend, or on one that trains by itself too, bring no further evidence. */
    private static Collection<TargetTraining> distinct(List<TargetTraining> runs) {
        Map<Long, TargetTraining> first = new LinkedHashMap<>();
        runs.forEach(run -> first.putIfAbsent(run.seed(), run));
        return first.values();
    }

    private static boolean isNative(Group group) {
        return group.target().backend().equals(Backends.NATIVE_CPU);
    }

    private static boolean isRight(List<TargetTraining> runs) {
        return runs.stream().allMatch(run -> run.verdict().isRight());
    }

    private static boolean isWhole(TargetTraining run, int steps) {
        return run.learnt().reached().isPresent() || run.learnt().losses().size() >= steps;
    }
}
