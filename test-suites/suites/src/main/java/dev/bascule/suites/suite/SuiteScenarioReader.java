package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.models.workload.SearchLimits;
import dev.bascule.suites.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A reader of the list of scenarios of a suite or of one of its models. Stateless. */
final class SuiteScenarioReader {
    private SuiteScenarioReader() {}

    /** {@code [visits, {soak: {cycles: 50}}]}; a kind may stand there once. */
    static List<ScenarioEntry> read(YamlNode list) {
        List<ScenarioEntry> entries = new ArrayList<>();
        for (YamlNode item : list.items()) {
            ScenarioEntry entry = item instanceof YamlNode.Mapping mapping ? counted(mapping) : plain(item);
            if (entries.stream().anyMatch(other -> other.kind() == entry.kind())) {
                throw item.place()
                        .error("a second scenario '%s'".formatted(entry.kind().id()));
            }
            entries.add(entry);
        }
        return List.copyOf(entries);
    }

    private static ScenarioEntry plain(YamlNode node) {
        return ScenarioEntry.of(kind(node.text(), node));
    }

    private static ScenarioEntry counted(YamlNode.Mapping node) {
        if (node.entries().size() != 1) {
            throw node.wrong("a scenario, such as {soak: {cycles: 50}}");
        }
        Map.Entry<String, YamlNode> only = node.entries().entrySet().iterator().next();
        ScenarioKind kind = kind(only.getKey(), only.getValue());
        YamlNode.Mapping settings = only.getValue().mapping().knowingOnly(keys(kind));
        return new ScenarioEntry(
                kind,
                settings.find(kind.countName()).map(SuiteScenarioReader::count),
                settings.find("over").map(SuiteScenarioReader::devices).orElse(List.of()),
                settings.find("cut").map(YamlNode::text),
                limits(settings));
    }

    private static List<String> keys(ScenarioKind kind) {
        return switch (kind) {
            case BATCH_SEARCH -> List.of(kind.countName(), "latencyLimit", "memoryLimit");
            case PRECISION_SEARCH -> List.of(kind.countName(), "accuracy");
            case SPLIT -> List.of(kind.countName(), "over", "cut");
            case REPLICAS -> List.of(kind.countName(), "over");
            case VISITS,
                    STATE_LEAK,
                    SOAK,
                    STREAM,
                    DECODE,
                    ACCURACY,
                    SYNTHESIS,
                    OCR,
                    WAKE_WORD,
                    MEDIA,
                    OPTIMIZATION_LEVELS -> List.of(kind.countName());
        };
    }

    /** What a mapping says of limits, as far as it does. */
    static SearchLimits limits(YamlNode.Mapping settings) {
        return new SearchLimits(
                settings.find("latencyLimit").map(YamlNode::duration),
                settings.find("memoryLimit").map(SuiteScenarioReader::bytes).orElse(OptionalLong.empty()),
                settings.find("accuracy")
                        .map(node -> OptionalDouble.of(node.number()))
                        .orElse(OptionalDouble.empty()));
    }

    private static OptionalLong bytes(YamlNode node) {
        OptionalLong bytes = ByteSizes.parse(node.text());
        if (bytes.isEmpty()) {
            throw node.wrong("a size such as 512MiB or 2GB");
        }
        return bytes;
    }

    private static ScenarioKind kind(String word, YamlNode node) {
        return ScenarioKind.find(word)
                .orElseThrow(() -> node.place()
                        .error("there is no scenario '%s'%s".formatted(word, Nearest.hint(word, ScenarioKind.ids()))));
    }

    private static List<BackendDevice> devices(YamlNode list) {
        return list.items().stream()
                .map(item -> SuiteWords.device(item.text(), item.place().toString()))
                .toList();
    }

    private static Integer count(YamlNode node) {
        long value = node.integer(1);
        if (value > Integer.MAX_VALUE) {
            throw node.wrong("a whole number up to " + Integer.MAX_VALUE);
        }
        return (int) value;
    }
}
