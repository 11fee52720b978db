package dev.bascule.suites.suite;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.preprocessing.PipelineKind;
import dev.bascule.models.source.ModelSource;
import dev.bascule.suites.yaml.YamlNode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A reader of one entry of a suite's {@code models}. Immutable. */
final class SuiteModelReader {
    private static final List<String> KEYS =
            List.of("model", "name", "sha256", "inputs", "pipeline", "dims", "frame", "carry", "expected", "scenarios");
    private static final List<String> SOURCES = List.of("file", "text", "literal", "shape", "pipeline");

    private final Path folder;

    SuiteModelReader(Path folder) {
        this.folder = folder;
    }

    SuiteModel read(YamlNode node) {
        YamlNode.Mapping entry = node.mapping().knowingOnly(KEYS);
        YamlNode model = entry.require("model");
        ModelSource source = source(model.text(), model);
        Optional<String> name = entry.find("name").map(SuiteModelReader::word);
        return new SuiteModel(
                reference(model.text(), source),
                name.orElseGet(() -> ModelNames.name(source)),
                new SuiteModel.Feed(
                        map(entry, "inputs", this::input),
                        entry.find("pipeline").map(this::pipeline),
                        map(entry, "dims", value -> value.integer(1)),
                        map(entry, "frame", SuiteModelReader::frame),
                        map(entry, "carry", YamlNode::text)),
                entry.find("expected").map(this::existing),
                entry.find("scenarios").map(SuiteScenarioReader::read),
                entry.find("sha256").map(SuiteModelReader::sha256));
    }

    private static String sha256(YamlNode node) {
        if (!node.text().matches("[0-9a-f]{64}")) {
            throw node.wrong("a SHA-256 in lower-case hex");
        }
        return node.text();
    }

    private ModelSource source(String word, YamlNode node) {
        try {
            return ModelSource.parse(word, folder);
        } catch (BasculeException e) {
            throw node.place().error(String.valueOf(e.getMessage()));
        }
    }

    /** The word; a path as the process sees it, not as the suite's folder does. */
    private static String reference(String word, ModelSource source) {
        if (source instanceof ModelSource.OnnxFile file) {
            return file.path().toString();
        }
        return source instanceof ModelSource.TestFolder tests ? tests.path().toString() : word;
    }

    private Path existing(YamlNode node) {
        Path path = path(node);
        if (!Files.exists(path)) {
            throw node.place()
                    .error("'%s': there is no file '%s'".formatted(node.place().path(), node.text()));
        }
        return path;
    }

    private Path path(YamlNode node) {
        try {
            return folder.resolve(node.text());
        } catch (InvalidPathException e) {
            throw node.wrong("a path");
        }
    }

    private static String word(YamlNode node) {
        if (!node.text().matches("[A-Za-z0-9_.+-]+(/[A-Za-z0-9_.+-]+)*+")) {
            throw node.wrong("a word of letters, digits, '_', '.', '+', '-' and inner '/'");
        }
        return node.text();
    }

    private static <V> Map<String, V> map(YamlNode.Mapping entry, String key, Function<YamlNode, V> reader) {
        Map<String, V> values = new LinkedHashMap<>();
        entry.find(key)
                .ifPresent(node ->
                        node.mapping().entries().forEach((name, value) -> values.put(name, reader.apply(value))));
        return values;
    }

    private InputSource input(YamlNode node) {
        YamlNode.Mapping source = node.mapping().knowingOnly(SOURCES);
        if (source.entries().size() != 1) {
            throw node.wrong("one of " + String.join(", ", SOURCES));
        }
        return source.find("file")
                .<InputSource>map(file -> new InputSource.File(existing(file)))
                .or(() -> source.find("text").map(text -> new InputSource.Text(text.text())))
                .or(() -> source.find("literal").map(literal -> new InputSource.Literal(literal.json())))
                .or(() -> source.find("shape")
                        .map(shape -> InputSource.Shaped.parse(shape.text())
                                .orElseThrow(() -> shape.wrong("a dtype and a shape, such as float32[1,3,224,224]"))))
                .orElseGet(() ->
                        new InputSource.FromPipeline(source.require("pipeline").text()));
    }

    private static FrameWindow frame(YamlNode node) {
        return FrameWindow.parse(node.text()).orElseThrow(() -> node.wrong("LENGTH or LENGTH:CONTEXT, such as 512:64"));
    }

    /** Of which the files beside the model say how; or written down. */
    private PipelineEntry pipeline(YamlNode node) {
        if (node instanceof YamlNode.Scalar) {
            return PipelineEntry.NONE.of(PipelineReader.kind(node));
        }
        YamlNode.Mapping entry = node.mapping();
        Optional<PipelineKind> kind = entry.find("kind").map(PipelineReader::kind);
        Optional<PipelineSpec> spec = kind.flatMap(some -> PipelineReader.spec(some, entry));
        if (spec.isEmpty()) {
            entry.knowingOnly(List.of("kind", "asset", "text", "tokenizer"));
        }
        return new PipelineEntry(
                spec.isPresent() ? Optional.empty() : kind,
                spec,
                entry.find("asset").map(this::existing),
                entry.find("text").map(YamlNode::text),
                entry.find("tokenizer").map(this::existing));
    }
}
