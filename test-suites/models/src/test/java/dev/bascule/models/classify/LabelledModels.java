package dev.bascule.models.classify;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cases.Family;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooGraphs;
import dev.bascule.models.zoo.ZooModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Models of known kind. The zoo's words are the truth; what each of its networks is, stands here. */
final class LabelledModels {
    private static final Map<String, ArchitectureKind> KINDS = Map.ofEntries(
            Map.entry("BertEncoder", ArchitectureKind.TEXT_ENCODER),
            Map.entry("BiLstmTagger", ArchitectureKind.RNN),
            Map.entry("Clip", ArchitectureKind.TWO_TOWERS),
            Map.entry("Conformer", ArchitectureKind.CONFORMER),
            Map.entry("ConvNext", ArchitectureKind.CONVNEXT),
            Map.entry("CrossEncoderNetwork", ArchitectureKind.T5_ENCODER),
            Map.entry("DecoderNetwork GPT2", ArchitectureKind.DECODER),
            Map.entry("DecoderNetwork LLAMA", ArchitectureKind.DECODER),
            Map.entry("DecoderNetwork WHISPER", ArchitectureKind.CROSS_DECODER),
            Map.entry("DecoderNetwork T5", ArchitectureKind.CROSS_DECODER),
            Map.entry("DenseNet", ArchitectureKind.DENSENET),
            Map.entry("Edsr", ArchitectureKind.SUPER_RESOLUTION),
            Map.entry("EfficientNet", ArchitectureKind.EFFICIENTNET),
            // Its blocks are ResNet's.
            Map.entry("FaceMesh", ArchitectureKind.RESNET),
            Map.entry("FtTransformer", ArchitectureKind.TABULAR_TRANSFORMER),
            Map.entry("GruSpotter", ArchitectureKind.RNN),
            Map.entry("HifiGan", ArchitectureKind.VOCODER),
            Map.entry("Mixer", ArchitectureKind.MIXER),
            Map.entry("MobileNet", ArchitectureKind.DEPTHWISE_CNN),
            Map.entry("ResNet", ArchitectureKind.RESNET),
            Map.entry("SeparableNet", ArchitectureKind.DEPTHWISE_CNN),
            Map.entry("ShuffleNet", ArchitectureKind.SHUFFLENET),
            Map.entry("SileroVad", ArchitectureKind.CRNN),
            Map.entry("SqueezeNet", ArchitectureKind.SQUEEZENET),
            Map.entry("Swin", ArchitectureKind.SWIN),
            Map.entry("TemporalNet", ArchitectureKind.TCN),
            Map.entry("UNet", ArchitectureKind.UNET),
            Map.entry("VisionTransformer", ArchitectureKind.VIT),
            Map.entry("WhisperEncoder", ArchitectureKind.SPEECH_ENCODER),
            Map.entry("YoloV8", ArchitectureKind.DETECTOR));

    private LabelledModels() {}

    /** What a model is. */
    record Truth(Family family, ArchitectureKind architecture, String task) {
        /** Spotting keywords is classifying sounds, and comparing sentences is what their features are for. */
        boolean isTask(String answer) {
            return answer.equals(task)
                    || answer.equals("audio-classification") && task.equals("keyword-spotting")
                    || answer.equals("feature-extraction") && task.equals("sentence-similarity");
        }
    }

    /**
     * @param network models of one network resemble each other
     * @param graph made when it is asked for
     */
    record Labelled(String name, String network, Truth truth, Supplier<ModelProto> graph) {}

    /** The suites zoo and sizes. */
    static List<Labelled> zoo() {
        return Stream.concat(Zoo.models().stream(), Zoo.sizes().stream())
                .map(LabelledModels::labelled)
                .toList();
    }

    /** Real models, of which none was looked into before the rules were written; empty where the corpora are absent. */
    static List<Labelled> corpora() {
        Truth voice = new Truth(Family.AUDIO, ArchitectureKind.CRNN, "voice-activity-detection");
        return Stream.of(
                        corpus("silero-vad/silero_vad_16k_op15.onnx", "silero", voice),
                        corpus("silero-vad/silero_vad_op18_ifless.onnx", "silero", voice),
                        corpus("silero-vad/silero_vad_half.onnx", "silero", voice),
                        corpus(
                                "ultraface/version-RFB-320.onnx",
                                "ultraface",
                                new Truth(Family.VISION, ArchitectureKind.DETECTOR, "object-detection")),
                        corpus(
                                "mnist/model.onnx",
                                "mnist",
                                new Truth(Family.VISION, ArchitectureKind.PLAIN_CNN, "image-classification")))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Labelled> corpus(String file, String network, Truth truth) {
        Path path = Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"), "models", file);
        return Files.exists(path)
                ? Optional.of(new Labelled(
                        file, network, truth, () -> OnnxModelFile.open(path).proto()))
                : Optional.empty();
    }

    private static Labelled labelled(ZooModel model) {
        ArchitectureKind kind = Optional.ofNullable(KINDS.get(model.network()))
                .orElseThrow(
                        () -> new IllegalStateException("say here what kind of network " + model.network() + " is"));
        return new Labelled(
                model.id(), model.network(), new Truth(model.family(), kind, model.task()), () -> ZooGraphs.of(model));
    }
}
