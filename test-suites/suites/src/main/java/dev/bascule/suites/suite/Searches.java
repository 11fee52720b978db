package dev.bascule.suites.suite;

import dev.bascule.models.workload.SearchLimits;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
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
        List<ScenarioKind> kinds = Arrays.stream(SearchWord.values())
                .map(SearchWord::key)
                .flatMap(key -> settings.find(key.name()).stream().flatMap(text -> kind(key, text).stream()))
                .toList();
        return new Searches(kinds, SuiteScenarioReader.limits(settings));
    }

    /** The names of the limits. */
    static Collection<String> limited() {
        return LIMITED.keySet();
    }

    static boolean asks(Key<?> key, YamlNode node) {
        return kind(key, node).isPresent();
    }

    private static Optional<ScenarioKind> kind(Key<?> key, YamlNode node) {
        return node instanceof YamlNode.Scalar scalar ? SearchWord.kind(key, scalar.raw()) : Optional.empty();
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
