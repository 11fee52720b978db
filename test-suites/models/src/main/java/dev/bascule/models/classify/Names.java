package dev.bascule.models.classify;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.text.PlainText;
import dev.bascule.models.classify.Answer.Named;
import dev.bascule.models.graph.Families;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What names say: those of inputs, and {@code config.json} beside the model. They are asked last, for nobody is bound by them.
 * Immutable.
 */
record Names(
        Optional<Named<Family>> family, Optional<Named<ArchitectureKind>> architecture, Optional<Named<String>> task) {
    static final Names NONE = new Names(Optional.empty(), Optional.empty(), Optional.empty());

    private static final String CONFIG = "config.json";
    private static final long MOST_BYTES = 4L << 20;
    private static final int MOST_NAMES = 5;

    /** {@code model_type} in Hugging Face's configurations. */
    private static final Map<String, ArchitectureKind> TYPES = Map.ofEntries(
            Map.entry("resnet", ArchitectureKind.RESNET),
            Map.entry("mobilenet_v1", ArchitectureKind.DEPTHWISE_CNN),
            Map.entry("mobilenet_v2", ArchitectureKind.DEPTHWISE_CNN),
            Map.entry("efficientnet", ArchitectureKind.EFFICIENTNET),
            Map.entry("convnext", ArchitectureKind.CONVNEXT),
            Map.entry("vit", ArchitectureKind.VIT),
            Map.entry("deit", ArchitectureKind.VIT),
            Map.entry("dinov2", ArchitectureKind.VIT),
            Map.entry("swin", ArchitectureKind.SWIN),
            Map.entry("bert", ArchitectureKind.TEXT_ENCODER),
            Map.entry("distilbert", ArchitectureKind.TEXT_ENCODER),
            Map.entry("roberta", ArchitectureKind.TEXT_ENCODER),
            Map.entry("mpnet", ArchitectureKind.TEXT_ENCODER),
            Map.entry("gpt2", ArchitectureKind.DECODER),
            Map.entry("llama", ArchitectureKind.DECODER),
            Map.entry("qwen2", ArchitectureKind.DECODER),
            Map.entry("mistral", ArchitectureKind.DECODER),
            Map.entry("clip", ArchitectureKind.TWO_TOWERS),
            Map.entry("wav2vec2", ArchitectureKind.SPEECH_ENCODER));

    /** How the names in {@code architectures} end. */
    private static final Map<String, String> TASKS = Map.of(
            "ForImageClassification", "image-classification",
            "ForObjectDetection", "object-detection",
            "ForSemanticSegmentation", "image-segmentation",
            "ForSequenceClassification", "text-classification",
            "ForTokenClassification", "token-classification",
            "ForAudioClassification", "audio-classification",
            "ForCausalLM", "text-generation");

    static Names of(ModelInspection model) {
        Optional<JsonNode> config = config(model.artifact().file());
        Family guessed = Families.guess(model);
        String inputs = PlainText.line(
                model.inputs().stream().limit(MOST_NAMES).map(Port::name).collect(Collectors.joining(", ")));
        return new Names(
                guessed == Family.OTHER
                        ? Optional.empty()
                        : Optional.of(new Named<>(guessed, "names of inputs: " + inputs)),
                config.flatMap(Names::type),
                config.flatMap(Names::told));
    }

    /** Beside the model, or above the folder that exporters put models into. What cannot be read says nothing. */
    private static Optional<JsonNode> config(Path file) {
        Optional<Path> folder = Optional.ofNullable(file.toAbsolutePath().getParent());
        Optional<Path> found = Stream.concat(
                        folder.stream(), folder.filter(path -> path.endsWith("onnx")).map(Path::getParent).stream())
                .map(each -> each.resolve(CONFIG))
                .filter(Files::isRegularFile)
                .findFirst();
        try {
            return found.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Json.MAPPER.readTree(InputFile.text(found.get(), MOST_BYTES)));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<Named<ArchitectureKind>> type(JsonNode config) {
        String type = config.path("model_type").asText().toLowerCase(Locale.ROOT);
        return Optional.ofNullable(TYPES.get(type)).map(kind -> new Named<>(kind, CONFIG + ": model_type " + type));
    }

    private static Optional<Named<String>> told(JsonNode config) {
        String name = config.path("architectures").path(0).asText();
        return TASKS.entrySet().stream()
                .filter(entry -> name.endsWith(entry.getKey()))
                .findFirst()
                .map(entry -> new Named<>(entry.getValue(), CONFIG + ": architectures " + PlainText.line(name)));
    }
}
