package dev.bascule.scheduling.simulate.model;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * All machines. Immutable.
 *
 * @param machines by name, one at least, no name twice
 * @param powerBudget the most watts that all may draw together; a job that would go beyond waits
 */
public record Fleet(List<Machines> machines, OptionalDouble powerBudget) {
    public Fleet {
        machines = List.copyOf(machines);
        Set<String> names = new HashSet<>();
        if (machines.isEmpty() || !machines.stream().allMatch(each -> names.add(each.name()))) {
            throw new IllegalArgumentException("a machine at least, and no name twice");
        }
    }

    public static Fleet of(Machines... machines) {
        return new Fleet(List.of(machines), OptionalDouble.empty());
    }
}
