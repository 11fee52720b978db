package dev.bascule.suites.suite;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.yaml.YamlNode;
import dev.bascule.suites.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    private static final List<String> SETTINGS = Stream.concat(
                    CaseKeys.all().stream().map(Key::name), Searches.limited().stream())
            .toList();

    private SuiteReader() {}

    /**
     * @throws BasculeException {@link ErrorCode#SUITE_INVALID} naming file and line, or {@link ErrorCode#UNKNOWN_BACKEND}
     */
    public static Suite read(Path file) {
        try {
            Path folder = file.toAbsolutePath().normalize().getParent();
            return read(InputFile.text(file, InputFile.TEXT), file.toString(), folder == null ? Path.of("") : folder);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.SUITE_INVALID,
                    "cannot read the suite '%s': %s".formatted(file, FileErrorText.why(e)),
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
        SuiteModelReader reader = new SuiteModelReader(folder);
        List<SuiteModel> models =
                top.require("models").items().stream().map(reader::read).toList();
        if (models.isEmpty()) {
            throw top.require("models").wrong("a list of at least one model");
        }
        refuseEqualNames(top, models);
        Searches searches = top.find("settings").map(Searches::asked).orElse(Searches.NONE);
        Optional<List<ScenarioEntry>> scenarios =
                searches.with(top.find("scenarios").map(SuiteScenarioReader::read));
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
                top.find("settings").map(SuiteReader::settings).orElse(RunSettings.NONE),
                models,
                new Suite.Aim(
                        top.find("targets")
                                .map(list -> list.items().stream()
                                        .map(node -> SuiteWords.backend(
                                                node.text(), node.place().toString()))
                                        .toList()),
                        top.find("chains")
                                .map(list -> list.items().stream()
                                        .map(node -> SuiteWords.chain(
                                                node.text(), node.place().toString()))
                                        .toList()),
                        top.find("comparisons").map(SuiteReader::comparisons),
                        top.find("fallBackOn").map(SuiteReader::fallBackOn)),
                scenarios,
                top.find("tags")
                        .map(list -> list.items().stream().map(SuiteReader::tag).toList())
                        .orElse(List.of()));
    }

    private static Comparisons comparisons(YamlNode node) {
        return SuiteWords.comparisons(joined(node), node.place().toString())
                .orElseThrow(() -> node.wrong("on, off, or pairs such as webgpu/wasm"));
    }

    private static FallbackPolicy fallBackOn(YamlNode node) {
        String words = joined(node);
        return SuiteWords.fallBackOn(words).orElseThrow(() -> node.place().error(SuiteWords.unknownFailure(words)));
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

    private static RunSettings settings(YamlNode node) {
        YamlNode.Mapping settings = node.mapping().knowingOnly(SETTINGS);
        RunSettings said = RunSettings.NONE;
        for (Key<?> key : CaseKeys.all()) {
            said = with(said, key, settings.find(key.name()));
        }
        return said;
    }

    private static <T> RunSettings with(RunSettings said, Key<T> key, Optional<YamlNode> node) {
        return said.with(
                key,
                node.filter(value -> !Searches.asks(key, value)).map(value -> key.read(value, SearchWord.words(key))));
    }
}
