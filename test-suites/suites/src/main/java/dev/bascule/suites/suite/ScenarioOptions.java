package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.workload.SearchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is said about scenarios outside of suites.
 *
 * @param kinds which; those said for this invocation come on top of the suite's
 * @param cycles of a soak
 * @param spread of scenarios on several devices
 * @param limits of searches, which stand above a suite's
 */
public record ScenarioOptions(
        LayeredSetting<List<ScenarioKind>> kinds,
        LayeredSetting<Integer> cycles,
        SpreadOptions spread,
        SearchLimits limits) {
    public static final ScenarioOptions NONE = new ScenarioOptions(
            new LayeredSetting<>(Optional.empty(), List.of()),
            new LayeredSetting<>(Optional.empty(), ScenarioKind.SOAK.usualCount()),
            SpreadOptions.NONE,
            SearchLimits.NONE);

    /** Without limits of searches. */
    public ScenarioOptions(
            LayeredSetting<List<ScenarioKind>> kinds, LayeredSetting<Integer> cycles, SpreadOptions spread) {
        this(kinds, cycles, spread, SearchLimits.NONE);
    }

    /** With nothing said about several devices. */
    public ScenarioOptions(LayeredSetting<List<ScenarioKind>> kinds, LayeredSetting<Integer> cycles) {
        this(kinds, cycles, SpreadOptions.NONE);
    }

    /** The scenarios that count, given what the suite says; each kind once, in the order in which they were named. */
    List<ScenarioSpec> around(Optional<List<ScenarioEntry>> suite) {
        List<ScenarioEntry> entries = new ArrayList<>(suite.orElseGet(
                () -> kinds.configured().stream().map(ScenarioEntry::of).toList()));
        kinds.explicit().orElse(List.of()).stream()
                .filter(kind -> entries.stream().noneMatch(entry -> entry.kind() == kind))
                .forEach(kind -> entries.add(ScenarioEntry.of(kind)));
        for (ScenarioKind kind : List.of(ScenarioKind.SPLIT, ScenarioKind.REPLICAS)) {
            if (!spread.over(kind).isEmpty() && entries.stream().noneMatch(entry -> entry.kind() == kind)) {
                entries.add(ScenarioEntry.of(kind));
            }
        }
        return entries.stream()
                .map(entry -> new ScenarioSpec(
                        entry.kind(), count(entry), over(entry), cut(entry), limits.or(entry.limits())))
                .distinct()
                .toList();
    }

    private List<BackendDevice> over(ScenarioEntry entry) {
        List<BackendDevice> said = spread.over(entry.kind());
        List<BackendDevice> over = !entry.kind().isOverDevices() || said.isEmpty() ? entry.over() : said;
        if (entry.kind().isOverDevices() && over.size() < 2) {
            String id = entry.kind().id();
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s is played on several devices, and %s"
                            .formatted(id, over.isEmpty() ? "none is named" : "only one is named"),
                    "name them: --%s cpu,openvino, or {%s: {over: [cpu, openvino]}} in a suite".formatted(id, id));
        }
        return over;
    }

    private String cut(ScenarioEntry entry) {
        return spread.cut().or(entry::cut).orElse(ScenarioSpec.AUTO);
    }

    private int count(ScenarioEntry entry) {
        return switch (entry.kind()) {
            case SOAK -> cycles.around(entry.count());
            case REPLICAS -> spread.samples().around(entry.count());
            case VISITS,
                    STATE_LEAK,
                    STREAM,
                    DECODE,
                    ACCURACY,
                    SYNTHESIS,
                    MEDIA,
                    OCR,
                    WAKE_WORD,
                    SPLIT,
                    BATCH_SEARCH,
                    PRECISION_SEARCH,
                    OPTIMIZATION_LEVELS -> entry.count().orElse(entry.kind().usualCount());
        };
    }
}
