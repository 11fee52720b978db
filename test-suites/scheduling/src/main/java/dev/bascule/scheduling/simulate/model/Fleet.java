package dev.bascule.scheduling.simulate.model;

import dev.bascule.scheduling.worker.Inventory;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
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
        Set<Inventory> inventories = Collections.newSetFromMap(new IdentityHashMap<>());
        if (!machines.stream().allMatch(each -> inventories.add(each.inventory()))) {
            throw new IllegalArgumentException("machines of two names have an inventory each, if an equal one");
        }
    }

    public static Fleet of(Machines... machines) {
        return new Fleet(List.of(machines), OptionalDouble.empty());
    }
}
