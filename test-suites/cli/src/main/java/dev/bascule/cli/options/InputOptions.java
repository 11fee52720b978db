package dev.bascule.cli.options;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.preprocessing.PipelineKind;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** What the one model of an invocation is fed. */
public final class InputOptions {
    @Option(
            names = "--input",
            paramLabel = "NAME=VALUE",
            description = "An input: a file (.npy, .pb, .wav, .png, .jpg), a number or JSON list, or a text"
                    + " (text:/x for one that looks like a path); generated from the seed otherwise. May be repeated.")
    private List<String> inputs = List.of();

    @Option(
            names = "--dim",
            paramLabel = "NAME=SIZE",
            description = "The size of a dynamic dimension. May be repeated.")
    private List<String> dims = List.of();

    @Option(
            names = "--frame",
            paramLabel = "NAME=LENGTH[:CONTEXT]",
            description =
                    "Feed an input frame by frame: so many new elements a step, after so many of the frame before.")
    private List<String> frames = List.of();

    @Option(
            names = "--carry",
            paramLabel = "INPUT=OUTPUT",
            description = "Feed an output of each step into an input of the next. May be repeated.")
    private List<String> carries = List.of();

    @Option(
            names = "--pipeline",
            paramLabel = "KIND",
            description = "What makes the inputs: image, audio or text, as preprocessor_config.json, tokenizer.json and"
                    + " the like beside the model say; none for no pipeline, even of a model that has its own.")
    private Optional<String> pipeline = Optional.empty();

    /** Whether any of them was given. */
    public boolean any() {
        return pipeline.isPresent() || !inputs.isEmpty() || !dims.isEmpty() || !frames.isEmpty() || !carries.isEmpty();
    }

    /** What they make of the model; empty where none was given. */
    public Optional<UnaryOperator<SuiteModel>> fed() {
        return any() ? Optional.of(this::applyTo) : Optional.empty();
    }

    /** The options as typed, for a line that reproduces the run. */
    public List<String> asTyped() {
        List<String> words = new java.util.ArrayList<>();
        inputs.forEach(value -> words.addAll(List.of("--input", value)));
        dims.forEach(value -> words.addAll(List.of("--dim", value)));
        frames.forEach(value -> words.addAll(List.of("--frame", value)));
        carries.forEach(value -> words.addAll(List.of("--carry", value)));
        pipeline.ifPresent(kind -> words.addAll(List.of("--pipeline", kind)));
        return words;
    }

    /** The model, fed as the options say; what they do not name stays as it is. */
    public SuiteModel applyTo(SuiteModel model) {
        Map<String, InputSource> sources = new LinkedHashMap<>(model.feed().inputs());
        pairs("--input", inputs).forEach((name, value) -> sources.put(name, source(name, value)));
        Map<String, Long> sizes = new LinkedHashMap<>(model.feed().dims());
        pairs("--dim", dims).forEach((name, value) -> sizes.put(name, size(name, value)));
        Map<String, FrameWindow> steps = new LinkedHashMap<>(model.feed().frames());
        pairs("--frame", frames)
                .forEach((name, value) -> steps.put(
                        name,
                        FrameWindow.parse(value)
                                .orElseThrow(() -> usage("--frame %s=%s: '%s' must be LENGTH or LENGTH:CONTEXT"
                                        .formatted(name, value, value)))));
        Map<String, String> carried = new LinkedHashMap<>(model.feed().carry());
        carried.putAll(pairs("--carry", carries));
        return model.with(new SuiteModel.Feed(sources, pipeline(model.feed()), sizes, steps, carried));
    }

    private Optional<PipelineEntry> pipeline(SuiteModel.Feed feed) {
        return pipeline.map(InputOptions::kind)
                .map(kind -> feed.pipeline().orElse(PipelineEntry.NONE).of(kind))
                .or(feed::pipeline);
    }

    private static PipelineKind kind(String word) {
        return PipelineKind.of(word)
                .orElseThrow(() -> usage("--pipeline: there is no '%s'%s; there are %s"
                        .formatted(
                                word,
                                Nearest.hint(word, PipelineKind.words()),
                                String.join(", ", PipelineKind.words()))));
    }

    private static Map<String, String> pairs(String option, List<String> texts) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals < 1 || equals == text.length() - 1) {
                throw usage("%s '%s' must be NAME=VALUE".formatted(option, text));
            }
            if (pairs.put(text.substring(0, equals), text.substring(equals + 1)) != null) {
                throw usage("%s names '%s' twice".formatted(option, text.substring(0, equals)));
            }
        }
        return pairs;
    }

    /** A value that is named as a file is one: a missing file is no text. */
    private static InputSource source(String name, String value) {
        if (!InputSource.FileTypes.isMeant(value)) {
            return InputSource.parse(value);
        }
        try {
            Path file = Path.of(value);
            if (Files.exists(file)) {
                InputFile.require(file);
                return new InputSource.File(file);
            }
        } catch (InvalidPathException noPath) {
            throw usage("--input %s: '%s' is no path".formatted(name, value));
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.INPUT_MISMATCH,
                    "--input %s: cannot read '%s': %s".formatted(name, value, FileErrorText.why(e)),
                    "name a regular file that this user may read");
        }
        throw new BasculeException(
                ErrorCode.INPUT_MISMATCH,
                "--input %s: there is no file '%s'".formatted(name, value),
                "check the path; a text that only looks like one is written %s=text:%s".formatted(name, value));
    }

    private static long size(String name, String value) {
        if (!value.matches("[1-9]\\d{0,17}")) {
            throw usage("--dim %s: the size must be a whole number from 1, but is '%s'".formatted(name, value));
        }
        return Long.parseLong(value);
    }

    private static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule run --help");
    }
}
