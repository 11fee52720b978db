package dev.bascule.fallback.testing;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HiddenParts;
import dev.bascule.fallback.driver.HostEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parts that are a folder: sets of native libraries, packages with models, and the corpora. */
public final class FolderParts implements PartFinder {
    private static final Map<Part, List<String>> SETS = Map.of(
            Part.OPENVINO, List.of("openvino-plugin", "onnxruntime-openvino"),
            Part.WEBGPU_NATIVE, List.of("onnxruntime-webgpu"),
            Part.PYTORCH, List.of("pytorch"),
            Part.ESPEAK, List.of("espeak-ng"),
            Part.LLAMA_CPP, List.of("llama.cpp"),
            Part.ONNX_RUNTIME_QUANTIZATION,
                    List.of(
                            "onnxruntime-quantization-3.11",
                            "onnxruntime-quantization-3.12",
                            "onnxruntime-quantization-3.13",
                            "onnxruntime-quantization-3.14"),
            Part.TORCH_DISTRIBUTED, List.of("torch-distributed"));

    private static final String OCR = "pypi/rapidocr-onnxruntime/1.4.4/files/rapidocr_onnxruntime/models/";

    /** Those of which a test runs a model. */
    private static final List<String> PACKAGES = List.of(
            "pypi/silero-vad/6.2.3/files",
            "pypi/openwakeword/0.4.0/files",
            OCR + "ch_ppocr_mobile_v2.0_cls_infer.onnx",
            OCR + "ch_PP-OCRv4_det_infer.onnx",
            OCR + "ch_PP-OCRv4_rec_infer.onnx");

    @Override
    public Set<Part> finds() {
        return Set.of(
                Part.OPENVINO,
                Part.WEBGPU_NATIVE,
                Part.PYTORCH,
                Part.ESPEAK,
                Part.LLAMA_CPP,
                Part.ONNX_RUNTIME_QUANTIZATION,
                Part.TORCH_DISTRIBUTED,
                Part.PRETRAINED,
                Part.CORPUS);
    }

    @Override
    public Optional<String> absence(Part part) {
        return switch (part) {
            case CORPUS -> noCorpora();
            case PRETRAINED -> noPackages(HostEnvironment.ofProcess());
            default -> noSet(part, HostEnvironment.ofProcess());
        };
    }

    private static Optional<String> noPackages(HostEnvironment host) {
        Path packages = CacheFolder.ofProcess().packages();
        boolean all = PACKAGES.stream().allMatch(each -> Files.exists(packages.resolve(each)));
        return all && !HiddenParts.of(host.environment()).has("pretrained")
                ? Optional.empty()
                : Optional.of(
                        "trained weights are not here: ./bascule models fetch silero-vad-6 pp-ocrv2-cls pp-ocrv4-det pp-ocrv4-rec"
                                + " melspectrogram speech-embedding hey-jarvis");
    }

    private static Optional<String> noCorpora() {
        Path folder = Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"));
        return Files.isDirectory(folder)
                ? Optional.empty()
                : Optional.of("the corpora are not here: name their folder with -Dbascule.corpora=DIR");
    }

    static Optional<String> noSet(Part part, HostEnvironment host) {
        HiddenParts without = HiddenParts.of(host.environment());
        return SETS.getOrDefault(part, List.of()).stream()
                        .filter(set -> !without.has(set))
                        .anyMatch(set ->
                                Files.exists(host.libraries().resolve(set).resolve("set.properties")))
                ? Optional.empty()
                : Optional.of("%s is not installed: ./bascule install %s".formatted(part.tag(), part.tag()));
    }
}
