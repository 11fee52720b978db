package dev.bascule.suites.suite;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileTrouble;
import dev.bascule.fallback.file.GivenFile;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.suites.yaml.YamlNode;
import dev.bascule.suites.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads suite files. Strict: an unknown key is an error that names file, line and the nearest known key. Stateless. */
public final class SuiteReader {
    private static final List<String> KEYS = List.of(
            "name",
            "description",
            "seed",
            "settings",
            "models",
            "targets",
            "chains",
            "comparisons",
            "fallBackOn",
            "scenarios",
            "tags");
    private static final List<String> SETTINGS = List.of(
            "minIterations",
            "softwareIterations",
            "minDuration",
            "warmUpLimit",
            "measureLimit",
            "timeout",
            "threads",
            "batch",
            "graphOptimization",
            "device",
            "precision",
            "arena",
            "deviceMemoryLimit",
            "latencyLimit",
            "memoryLimit",
            "accuracy");

    private SuiteReader() {}

    /**
     * @throws BasculeException {@link ErrorCode#SUITE_INVALID} naming file and line, or {@link ErrorCode#UNKNOWN_BACKEND}
     */
    public static Suite read(Path file) {
        try {
            Path folder = file.toAbsolutePath().normalize().getParent();
            return read(GivenFile.text(file, GivenFile.TEXT), file.toString(), folder == null ? Path.of("") : folder);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.SUITE_INVALID,
                    "cannot read the suite '%s': %s".formatted(file, FileTrouble.why(e)),
                    "check the path");
        }
    }

    /**
     * @param source the file's name, for messages
     * @param folder what relative paths in it are relative to
     */
    public static Suite read(String text, String source, Path folder) {
        YamlNode.Mapping top =
                YamlReader.read(text, source, ErrorCode.SUITE_INVALID).mapping().knowingOnly(KEYS);
        YamlNode name = top.require("name");
        if (!name.text().matches("[A-Za-z0-9_.+-]+")) {
            throw name.wrong("a word of letters, digits, '_', '.', '+' and '-'");
        }
        ModelReader reader = new ModelReader(folder);
        List<SuiteModel> models =
                top.require("models").items().stream().map(reader::read).toList();
        if (models.isEmpty()) {
            throw top.require("models").wrong("a list of at least one model");
        }
        refuseEqualNames(top, models);
        Searches searches = top.find("settings").map(Searches::asked).orElse(Searches.NONE);
        Optional<List<ScenarioEntry>> scenarios =
                searches.with(top.find("scenarios").map(ScenarioReader::read));
        models = models.stream()
                .map(model ->
                        model.scenarios().isEmpty() ? model : model.withScenarios(searches.with(model.scenarios())))
                .toList();
        top.find("settings").ifPresent(settings -> Searches.refuseIdleLimits(settings.mapping(), scenarios));
        return new Suite(
                name.text(),
                top.find("description").map(YamlNode::text).orElse(""),
                Sha256.of(text.getBytes(StandardCharsets.UTF_8)),
                top.find("seed").map(seed -> seed.integer(Long.MIN_VALUE)),
                top.find("settings").map(SuiteReader::measurement).orElse(MeasurementOverrides.NONE),
                models,
                top.find("targets")
                        .map(list -> list.items().stream()
                                .map(node ->
                                        Words.backend(node.text(), node.place().toString()))
                                .toList()),
                top.find("chains")
                        .map(list -> list.items().stream()
                                .map(node ->
                                        Words.chain(node.text(), node.place().toString()))
                                .toList()),
                top.find("comparisons").map(SuiteReader::comparisons),
                top.find("fallBackOn").map(SuiteReader::fallBackOn),
                scenarios,
                top.find("tags")
                        .map(list -> list.items().stream().map(SuiteReader::tag).toList())
                        .orElse(List.of()));
    }

    private static Comparisons comparisons(YamlNode node) {
        return Words.comparisons(joined(node), node.place().toString())
                .orElseThrow(() -> node.wrong("on, off, or pairs such as webgpu/wasm"));
    }

    private static FallbackPolicy fallBackOn(YamlNode node) {
        String words = joined(node);
        return Words.fallBackOn(words).orElseThrow(() -> node.place().error(Words.unknownFailure(words)));
    }

    /** One word, or a list of them; an empty list is none. */
    private static String joined(YamlNode node) {
        return node instanceof YamlNode.Sequence list
                ? list.items().isEmpty()
                        ? "none"
                        : list.items().stream().map(YamlNode::text).collect(Collectors.joining(","))
                : node.text();
    }

    /** What JUnit Platform takes for a tag. */
    private static String tag(YamlNode node) {
        if (!node.text().matches("[A-Za-z0-9_.+-]+")) {
            throw node.wrong("a word of letters, digits, '_', '.', '+' and '-'");
        }
        return node.text();
    }

    private static void refuseEqualNames(YamlNode.Mapping top, List<SuiteModel> models) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < models.size(); i++) {
            if (!seen.add(models.get(i).name())) {
                throw top.require("models")
                        .items()
                        .get(i)
                        .place()
                        .error("a second model called '%s'; give one of them a 'name'"
                                .formatted(models.get(i).name()));
            }
        }
    }

    private static MeasurementOverrides measurement(YamlNode node) {
        YamlNode.Mapping settings = node.mapping().knowingOnly(SETTINGS);
        return new MeasurementOverrides(
                settings.find("minIterations").map(SuiteReader::count),
                settings.find("minDuration").map(YamlNode::duration),
                settings.find("softwareIterations").map(SuiteReader::count),
                settings.find("warmUpLimit").map(YamlNode::duration),
                settings.find("measureLimit").map(YamlNode::duration),
                settings.find("timeout").map(YamlNode::duration),
                settings.find("threads").map(SuiteReader::count),
                settings.find("batch").filter(word -> !Searches.isBatch(word)).map(SuiteReader::batch),
                settings.find("graphOptimization")
                        .filter(word -> !Searches.isLevels(word))
                        .map(SuiteReader::graphOptimization),
                new EngineChoice(
                        settings.find("device").map(SuiteReader::devices),
                        settings.find("precision")
                                .filter(word -> !Searches.isPrecision(word))
                                .map(SuiteReader::precision),
                        settings.find("arena").map(YamlNode::onOff),
                        settings.find("deviceMemoryLimit").map(SuiteReader::bytes)));
    }

    private static int batch(YamlNode node) {
        if (!node.text().matches("-?\\d+")) {
            throw node.wrong("a whole number of at least 1, or auto");
        }
        return count(node);
    }

    private static int count(YamlNode node) {
        long value = node.integer(1);
        if (value > Integer.MAX_VALUE) {
            throw node.wrong("a whole number up to " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    private static List<Integer> devices(YamlNode node) {
        return node instanceof YamlNode.Sequence list
                ? list.items().stream().map(SuiteReader::index).toList()
                : List.of(index(node));
    }

    private static int index(YamlNode node) {
        return Math.toIntExact(Math.min(node.integer(0), Integer.MAX_VALUE));
    }

    private static Precision precision(YamlNode node) {
        return EngineChoice.precision(node.text())
                .orElseThrow(() -> node.wrong("fp32, tf32, fp16, bf16, int8, int4 or auto"));
    }

    private static Long bytes(YamlNode node) {
        OptionalLong bytes = ByteSizes.parse(node.text());
        if (bytes.isEmpty()) {
            throw node.wrong("a size such as 512MiB or 2GB");
        }
        return bytes.getAsLong();
    }

    private static GraphOptimization graphOptimization(YamlNode node) {
        return GraphOptimization.find(node.text())
                .orElseThrow(() -> node.wrong("all, extended, basic, disabled or compare"));
    }
}
