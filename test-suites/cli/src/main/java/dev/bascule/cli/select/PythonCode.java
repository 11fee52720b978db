package dev.bascule.cli.select;

import static dev.bascule.cli.select.CodeText.quoted;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.studies.select.Candidate;
import dev.bascule.suites.suite.SuiteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Python for ONNX Runtime. Stateless. */
final class PythonCode {
    private PythonCode() {}

    static String of(Candidate chosen, SuiteModel model, String why) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + CodeText.comment(why));
        CodeText.items(chosen).ifPresent(items -> lines.add("# " + items));
        lines.add("import onnxruntime as ort");
        lines.add("");
        lines.add("options = ort.SessionOptions()");
        lines.add("options.intra_op_num_threads = %d".formatted(chosen.threads()));
        boolean parallel = chosen.configuration().parallel();
        lines.add("options.inter_op_num_threads = %d".formatted(parallel ? chosen.threads() : 1));
        if (parallel) {
            lines.add("options.execution_mode = ort.ExecutionMode.ORT_PARALLEL");
        }
        lines.add("options.graph_optimization_level = ort.GraphOptimizationLevel."
                + switch (CodeText.level(chosen)) {
                    case ALL -> "ORT_ENABLE_ALL";
                    case EXTENDED -> "ORT_ENABLE_EXTENDED";
                    case BASIC -> "ORT_ENABLE_BASIC";
                    case DISABLED -> "ORT_DISABLE_ALL";
                });
        if (chosen.configuration().noArena()) {
            lines.add("options.enable_cpu_mem_arena = False");
        }
        lines.add("session = ort.InferenceSession(%s, options, providers=[%s])"
                .formatted(quoted(CodeText.file(model)), provider(chosen)));
        return String.join("\n", lines);
    }

    private static String provider(Candidate chosen) {
        Backend backend = chosen.target().backend();
        Optional<Precision> precision = chosen.configuration().precision();
        return switch (backend.id()) {
            case "openvino" ->
                "('OpenVINOExecutionProvider', {'device_type': 'CPU', 'load_config': '%s'})"
                        .formatted(OpenVinoProperties.json(chosen));
            case "cuda" ->
                // By itself it multiplies float32 in TF32; Bascule's sessions do where that was asked for.
                "('CUDAExecutionProvider', {'use_tf32': '%d'})".formatted(precision.isPresent() ? 1 : 0);
            case "tensorrt" ->
                precision.isPresent()
                        ? "('TensorrtExecutionProvider', {'trt_fp16_enable': 'True'})"
                        : "'TensorrtExecutionProvider'";
            case "mps" -> "('CoreMLExecutionProvider', {'ModelFormat': 'MLProgram', 'MLComputeUnits': 'CPUAndGPU'})";
            case "coreml" -> "('CoreMLExecutionProvider', {'ModelFormat': 'MLProgram', 'MLComputeUnits': 'ALL'})";
            case "rocm" -> "'ROCMExecutionProvider'";
            default ->
                quoted(backend.executionProviders().stream()
                        .sorted()
                        .findFirst()
                        .orElseThrow());
        };
    }
}
