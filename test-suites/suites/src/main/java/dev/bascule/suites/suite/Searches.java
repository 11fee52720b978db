package dev.bascule.suites.suite;

import dev.bascule.models.workload.SearchLimits;
import dev.bascule.suites.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a suite that ask for a search among values in place of one, as the options of the same names do: {@code batch:
 * auto}, {@code precision: auto}, {@code graphOptimization: compare}, and the limits of such searches. Immutable.
 *
 * @param kinds the searches asked for
 * @param limits of all searches of the suite that do not say others
 */
record Searches(List<ScenarioKind> kinds, SearchLimits limits) {
    static final Searches NONE = new Searches(List.of(), SearchLimits.NONE);

    private static final String AUTO = "auto";
    private static final String COMPARE = "compare";
    /** Which search each limit limits. */
    private static final Map<String, ScenarioKind> LIMITED = new LinkedHashMap<>(Map.of(
            "latencyLimit",
            ScenarioKind.BATCH_SEARCH,
            "memoryLimit",
            ScenarioKind.BATCH_SEARCH,
            "accuracy",
            ScenarioKind.PRECISION_SEARCH));

    Searches {
        kinds = List.copyOf(kinds);
    }

    static Searches asked(YamlNode node) {
        YamlNode.Mapping settings = node.mapping();
        List<ScenarioKind> kinds = new ArrayList<>();
        settings.find("batch").filter(Searches::isBatch).ifPresent(any -> kinds.add(ScenarioKind.BATCH_SEARCH));
        settings.find("precision")
                .filter(Searches::isPrecision)
                .ifPresent(any -> kinds.add(ScenarioKind.PRECISION_SEARCH));
        settings.find("graphOptimization")
                .filter(Searches::isLevels)
                .ifPresent(any -> kinds.add(ScenarioKind.OPTIMIZATION_LEVELS));
        return new Searches(kinds, ScenarioReader.limits(settings));
    }

    static boolean isBatch(YamlNode node) {
        return node.text().equals(AUTO);
    }

    static boolean isPrecision(YamlNode node) {
        return node.text().equals(AUTO);
    }

    static boolean isLevels(YamlNode node) {
        return node.text().equals(COMPARE);
    }

    /** A limit that limits nothing is a mistake: who wrote it thinks that it does. */
    static void refuseIdleLimits(YamlNode.Mapping settings, Optional<List<ScenarioEntry>> scenarios) {
        LIMITED.forEach((key, kind) -> settings.find(key).ifPresent(node -> {
            if (scenarios.orElse(List.of()).stream().noneMatch(entry -> entry.kind() == kind)) {
                throw node.place()
                        .error("'%s' limits a %s, and this suite asks for none; say %s: auto"
                                .formatted(key, kind.id(), kind == ScenarioKind.BATCH_SEARCH ? "batch" : "precision"));
            }
        }));
    }

    /** The scenarios of a suite or of one of its models, with the searches that its settings ask for. */
    Optional<List<ScenarioEntry>> with(Optional<List<ScenarioEntry>> said) {
        if (kinds.isEmpty() && said.isEmpty()) {
            return said;
        }
        List<ScenarioEntry> entries = new ArrayList<>();
        said.orElse(List.of()).forEach(entry -> entries.add(limited(entry)));
        kinds.stream()
                .filter(kind -> entries.stream().noneMatch(entry -> entry.kind() == kind))
                .forEach(kind -> entries.add(limited(ScenarioEntry.of(kind))));
        return Optional.of(List.copyOf(entries));
    }

    /** The entry's own limits first. */
    private ScenarioEntry limited(ScenarioEntry entry) {
        return LIMITED.containsValue(entry.kind())
                ? new ScenarioEntry(
                        entry.kind(),
                        entry.count(),
                        entry.over(),
                        entry.cut(),
                        entry.limits().or(own(entry.kind())))
                : entry;
    }

    private SearchLimits own(ScenarioKind kind) {
        return kind == ScenarioKind.BATCH_SEARCH
                ? new SearchLimits(limits.latency(), limits.memoryBytes(), SearchLimits.NONE.accuracy())
                : new SearchLimits(SearchLimits.NONE.latency(), SearchLimits.NONE.memoryBytes(), limits.accuracy());
    }
}
