package dev.bascule.app.orders;

import dev.bascule.scheduling.job.Relation;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.job.Trait;
import dev.bascule.scheduling.job.Version;
import dev.bascule.scheduling.worker.Inventory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Narrows what the jobs of one run ask, so that they go to workers whose results go together: of one system, and for browsers in
 * the same versions. What inventories do not tell, such as versions of engines, shows when results come. Immutable.
 *
 * @param there inventories of the workers that are there
 */
record LikeWorkers(List<Inventory> there) {

    LikeWorkers {
        there = List.copyOf(there);
    }

    /**
     * What each kind of jobs asks.
     *
     * @param browsers ids of the browsers that matter; empty where any may be taken
     * @param inBrowsers whether such jobs run in browsers
     */
    record Asked(Requirement where, boolean inBrowsers, Set<String> browsers) {
        Asked {
            browsers = Set.copyOf(browsers);
        }
    }

    /** The same, narrowed to the kind of machine that most workers are. What no worker meets stays as it is. */
    List<Requirement> narrowed(List<Asked> all) {
        Optional<String> system = system(all);
        return all.stream()
                .map(asked -> {
                    List<Requirement> parts = new ArrayList<>(List.of(asked.where()));
                    system.ifPresent(os -> parts.add(new Requirement.Named(Trait.OS, os)));
                    Requirement where = Requirement.all(parts);
                    return asked.inBrowsers() ? where.and(versions(where, asked.browsers())) : where;
                })
                .toList();
    }

    /** The one system on which each kind of jobs can be done, where workers have several. */
    private Optional<String> system(List<Asked> all) {
        Map<String, List<Inventory>> bySystem =
                there.stream().collect(Collectors.groupingBy(Inventory::os, TreeMap::new, Collectors.toList()));
        return bySystem.size() < 2
                ? Optional.empty()
                : bySystem.entrySet().stream()
                        .filter(system -> all.stream()
                                .allMatch(asked -> system.getValue().stream().anyMatch(asked.where()::metBy)))
                        .max(Comparator.comparingInt(system -> system.getValue().size()))
                        .map(Map.Entry::getKey);
    }

    /** The browsers that most of those have who can do it, where they have unlike ones. */
    private Requirement versions(Requirement where, Set<String> matter) {
        Predicate<String> counts = id -> matter.isEmpty() || matter.contains(id);
        List<Map<String, String>> kinds = there.stream()
                .filter(where::metBy)
                .map(inventory -> browsers(inventory, counts))
                .toList();
        if (kinds.stream().distinct().count() < 2) {
            return new Requirement.Anything();
        }
        Map<Map<String, String>, Long> often = kinds.stream()
                .collect(Collectors.groupingBy(Function.identity(), LinkedHashMap::new, Collectors.counting()));
        Map<String, String> most = often.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(Map.of());
        Set<String> others =
                kinds.stream().flatMap(kind -> kind.keySet().stream()).collect(Collectors.toCollection(TreeSet::new));
        List<Requirement> parts = new ArrayList<>();
        for (String id : others) {
            Optional<String> version = Optional.ofNullable(most.get(id));
            parts.add(
                    version.isEmpty()
                            ? new Requirement.Not(new Requirement.Browser(id))
                            : version.flatMap(Version::parse)
                                    .<Requirement>map(
                                            bound -> new Requirement.BrowserVersion(id, Relation.EQUAL, bound))
                                    .orElseGet(() -> new Requirement.Browser(id)));
        }
        return Requirement.all(parts);
    }

    private static Map<String, String> browsers(Inventory inventory, Predicate<String> counts) {
        Map<String, String> browsers = new TreeMap<>(inventory.browsers());
        browsers.keySet().removeIf(counts.negate());
        return browsers;
    }
}
