package dev.bascule.app.quantizer;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.text.PlainText;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.SampleFiles;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Recipe;
import dev.bascule.quantization.Source;
import dev.bascule.studies.quantization.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * ONNX Runtime's own quantiser on a model, in a process of Python: once for all schemes, when the first is wanted. Belongs to one thread.
 */
public final class OnnxRuntimeQuantizer {
    /** Importing takes seconds, a histogram of every value of every sample minutes. */
    public static final Duration LIMIT = Duration.ofMinutes(10);

    private static final String SCRIPT = "onnxruntime-quantizer.py";
    private static final int MOST_ANSWER = 1 << 20;
    /** Decoders around every value may make a small model larger. */
    private static final long MOST_MORE = 64 << 20;

    private final QuantizerPython python;
    private final OnnxModelFile original;
    private final List<Sample> calibration;
    private final boolean sequences;
    private final Path folder;
    private final Duration limit;
    private Optional<String> trouble = Optional.empty();
    private boolean ran;

    /**
     * @param original the model as it is, whose file is given to it
     * @param calibration samples that it may look at; of several steps it is given none
     * @param folder for its files, which is made
     */
    public OnnxRuntimeQuantizer(
            QuantizerPython python, OnnxModelFile original, List<Sample> calibration, Path folder, Duration limit) {
        this.python = python;
        this.original = original;
        this.sequences = calibration.stream().anyMatch(Sample::isSequence);
        this.calibration = sequences ? List.of() : List.copyOf(calibration);
        this.folder = folder;
        this.limit = limit;
    }

    /** Names of its methods. */
    public static List<String> names() {
        return Stream.of(OrtScheme.values()).map(OrtScheme::method).toList();
    }

    /** Its schemes as methods. */
    public List<Method> methods() {
        return Stream.of(OrtScheme.values())
                .<Method>map(scheme -> new PeerMethod(scheme, this))
                .toList();
    }

    String version() {
        return python.set().version();
    }

    Made make(OrtScheme scheme, Source source) {
        if (scheme.calibrated() && sequences) {
            return new Made.Refused(
                    "the samples have several steps, and it calibrates on inferences that stand alone, without what a step leaves to the next");
        }
        if (scheme.calibrated() && calibration.isEmpty()) {
            return new Made.Refused(
                    "it wants samples that calibrate, and there are none: give more by --data, or a --calibrate above 0");
        }
        if (!ran) {
            ran = true;
            run();
        }
        Path answer = folder.resolve(scheme.word() + ".json");
        if (!Files.isRegularFile(answer, LinkOption.NOFOLLOW_LINKS)) {
            return new Made.Refused(trouble.orElse("it ended without a word on this scheme"));
        }
        try {
            return read(scheme, Json.MAPPER.readTree(InputFile.bytes(answer, MOST_ANSWER)), source);
        } catch (IOException e) {
            return new Made.Refused("its answer cannot be read: " + PlainText.line(String.valueOf(e.getMessage())));
        }
    }

    private void run() {
        try {
            Files.createDirectories(folder);
            Path script = folder.resolve(SCRIPT);
            try (var in = OnnxRuntimeQuantizer.class.getResourceAsStream(SCRIPT)) {
                if (in == null) {
                    throw new IllegalStateException(SCRIPT + " is not in the jar");
                }
                Files.copy(in, script);
            }
            List<String> inputs = calibration.isEmpty()
                    ? List.of()
                    : List.copyOf(calibration.get(0).inputs().keySet());
            Files.write(
                    folder.resolve("request.json"), Json.MAPPER.writeValueAsBytes(request(inputs, written(inputs))));
            // Isolated: neither this user's packages nor variables are its own.
            trouble = QuantizerProcess.run(
                    List.of(python.program(), "-I", script.toString(), folder.toString()), folder, limit);
        } catch (IOException e) {
            trouble = Optional.of("its files cannot be written: " + e.getMessage());
        } catch (BasculeException e) {
            trouble = Optional.of("samples cannot be given to it: " + e.getMessage());
        }
    }

    /** Files of each sample, by its inputs in order. A tensor that samples share, such as an empty cache, is written once. */
    private List<List<String>> written(List<String> inputs) throws IOException {
        IdentityHashMap<Tensor, String> names = new IdentityHashMap<>();
        List<List<String>> all = new ArrayList<>();
        for (Sample sample : calibration) {
            List<String> files = new ArrayList<>();
            for (String input : inputs) {
                Tensor tensor = Optional.ofNullable(sample.inputs().get(input)).orElseThrow();
                String name = Optional.ofNullable(names.get(tensor)).orElse(names.size() + ".npy");
                if (Optional.ofNullable(names.putIfAbsent(tensor, name)).isEmpty()) {
                    SampleFiles.write(folder.resolve(name), tensor);
                }
                files.add(name);
            }
            all.add(files);
        }
        return all;
    }

    private Map<String, Object> request(List<String> inputs, List<List<String>> files) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("packages", python.set().folder().toAbsolutePath().toString());
        request.put("model", original.file().toAbsolutePath().toString());
        request.put("inputs", inputs);
        request.put("samples", files);
        request.put(
                "schemes",
                Stream.of(OrtScheme.values())
                        .filter(scheme -> !scheme.calibrated() || !calibration.isEmpty())
                        .map(OrtScheme::word)
                        .toList());
        return request;
    }

    private Made read(OrtScheme scheme, JsonNode answer, Source source) {
        if (answer.hasNonNull("why")) {
            return new Made.Refused(
                    PlainText.line("it failed: " + answer.path("why").asText()));
        }
        Path file = folder.resolve(scheme.word() + ".onnx");
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return new Made.Refused("it says that it made a model, and there is none");
            }
            if (Files.size(file) > 2 * original.bytes() + MOST_MORE) {
                return new Made.Refused("it made %,d bytes of %,d".formatted(Files.size(file), original.bytes()));
            }
            ModelProto made = OnnxModelFile.open(file).proto();
            return PeerModel.refusal(original.proto(), made)
                    .<Made>map(Made.Refused::new)
                    .orElseGet(() -> told(made, recipe(scheme, answer, source), answer));
        } catch (IOException | BasculeException e) {
            return new Made.Refused("its model cannot be read: " + PlainText.line(String.valueOf(e.getMessage())));
        }
    }

    private Recipe recipe(OrtScheme scheme, JsonNode answer, Source source) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String each : List.of("parameters", "versions")) {
            answer.path(each)
                    .fields()
                    .forEachRemaining(entry -> parameters.put(
                            PlainText.line(entry.getKey()),
                            PlainText.line(entry.getValue().asText())));
        }
        return new Recipe(scheme.method(), source.sha256(), parameters);
    }

    /** As it was made, with its recipe as ours have theirs. */
    private static Made told(ModelProto made, Recipe recipe, JsonNode answer) {
        List<String> notes = new ArrayList<>();
        answer.path("notes").forEach(note -> notes.add(PlainText.line(note.asText())));
        return new Made.Variant(
                made.toBuilder()
                        .addMetadataProps(StringStringEntryProto.newBuilder()
                                .setKey(Recipe.KEY)
                                .setValue(recipe.toString()))
                        .build(),
                recipe,
                List.of(),
                notes);
    }
}
