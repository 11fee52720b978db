package dev.bascule.cli.select;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.select.Candidate;
import dev.bascule.suites.suite.SuiteModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Code that opens a model as a candidate did: the same options as Bascule's own sessions have. */
enum Emitted {
    SUITE {
        @Override
        String of(Candidate chosen, SuiteModel model, String why) {
            List<String> lines = new ArrayList<>();
            lines.add("# " + why);
            chosen.browser()
                    .ifPresent(browser -> lines.add("# In its browser: bascule run FILE --browsers " + browser));
            lines.add("name: selected");
            lines.add("models:");
            lines.add("  - model: " + quoted(model.reference()));
            lines.add("    name: " + quoted(model.name()));
            lines.add("settings:");
            lines.add("  threads: " + chosen.threads());
            lines.add("  batch: " + chosen.batch());
            lines.add("targets: [" + chosen.target().backend().id() + "]");
            lines.add("chains: []");
            return String.join("\n", lines);
        }
    },
    JS {
        @Override
        String of(Candidate chosen, SuiteModel model, String why) {
            Backend backend = chosen.target().backend();
            require(backend, Side.BROWSER, "java or python");
            List<String> lines = new ArrayList<>();
            lines.add("// " + why);
            lines.add("import * as ort from 'onnxruntime-web/%s';"
                    .formatted(
                            chosen.target().engine().build().orElse("ort.all").replace("ort.", "")));
            lines.add("");
            lines.add("ort.env.wasm.numThreads = %d;%s"
                    .formatted(
                            chosen.threads(),
                            chosen.threads() > 1 ? " // the page must be cross-origin isolated (COOP and COEP)" : ""));
            if (backend.equals(Backends.WEBGPU)) {
                lines.add("ort.env.webgpu.powerPreference = 'high-performance';");
            }
            lines.add("const session = await ort.InferenceSession.create(%s, {".formatted(quoted(file(model))));
            lines.add("  executionProviders: [%s],".formatted(provider(chosen)));
            lines.add("  graphOptimizationLevel: 'all',");
            if (backend.equals(Backends.WEBNN)) {
                lines.add("  // a model with dynamic dimensions runs on the CPU in part unless they are fixed here:");
                lines.add("  // freeDimensionOverrides: { NAME: SIZE },");
            }
            lines.add("});");
            return String.join("\n", lines);
        }

        private String provider(Candidate chosen) {
            return chosen.target().backend().equals(Backends.WEBNN)
                    ? "{ name: 'webnn', deviceType: '%s' }".formatted(device(chosen))
                    : quoted(chosen.target().backend().id());
        }
    },
    JAVA {
        @Override
        String of(Candidate chosen, SuiteModel model, String why) {
            Backend backend = chosen.target().backend();
            require(backend, Side.NATIVE, "js");
            List<String> lines = new ArrayList<>();
            lines.add("// " + why);
            lines.add("OrtSession.SessionOptions options = new OrtSession.SessionOptions();");
            lines.add("options.setIntraOpNumThreads(%d);".formatted(chosen.threads()));
            lines.add("options.setInterOpNumThreads(1);");
            lines.add("options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);");
            added(backend).ifPresent(lines::add);
            lines.add("OrtSession session = OrtEnvironment.getEnvironment().createSession(\"%s\", options);"
                    .formatted(file(model).replace("\\", "\\\\").replace("\"", "\\\"")));
            return String.join("\n", lines);
        }

        private Optional<String> added(Backend backend) {
            return switch (backend.id()) {
                case "cpu" -> Optional.empty();
                case "cuda" -> Optional.of("options.addCUDA(0);");
                case "tensorrt" -> Optional.of("options.addTensorrt(0);");
                case "openvino" ->
                    Optional.of(
                            "options.addOpenVINO(\"CPU\"); // its threads are OpenVINO's to choose: this method takes none");
                case "directml" -> Optional.of("options.addDirectML(0);");
                case "rocm" -> Optional.of("options.addROCM(0);");
                case "mps" ->
                    Optional.of(
                            "options.addCoreML(Map.of(\"ModelFormat\", \"MLProgram\", \"MLComputeUnits\", \"CPUAndGPU\"));");
                case "coreml" ->
                    Optional.of(
                            "options.addCoreML(Map.of(\"ModelFormat\", \"MLProgram\", \"MLComputeUnits\", \"ALL\"));");
                default ->
                    throw new BasculeException(
                            ErrorCode.USAGE_ERROR,
                            "%s has no method of its own in ONNX Runtime's Java options".formatted(backend.id()),
                            "bascule select … --emit python");
            };
        }
    },
    PYTHON {
        @Override
        String of(Candidate chosen, SuiteModel model, String why) {
            Backend backend = chosen.target().backend();
            require(backend, Side.NATIVE, "js");
            return String.join(
                    "\n",
                    "# " + why,
                    "import onnxruntime as ort",
                    "",
                    "options = ort.SessionOptions()",
                    "options.intra_op_num_threads = %d".formatted(chosen.threads()),
                    "options.inter_op_num_threads = 1",
                    "options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL",
                    "session = ort.InferenceSession(%s, options, providers=[%s])"
                            .formatted(quoted(file(model)), provider(backend, chosen.threads())));
        }

        private String provider(Backend backend, int threads) {
            return switch (backend.id()) {
                case "openvino" ->
                    "('OpenVINOExecutionProvider', {'device_type': 'CPU', 'load_config': '{\"CPU\":{\"INFERENCE_NUM_THREADS\":\"%d\"}}'})"
                            .formatted(threads);
                case "mps" ->
                    "('CoreMLExecutionProvider', {'ModelFormat': 'MLProgram', 'MLComputeUnits': 'CPUAndGPU'})";
                case "coreml" -> "('CoreMLExecutionProvider', {'ModelFormat': 'MLProgram', 'MLComputeUnits': 'ALL'})";
                case "rocm" -> "'ROCMExecutionProvider'";
                default ->
                    quoted(backend.executionProviders().stream()
                            .sorted()
                            .findFirst()
                            .orElseThrow());
            };
        }
    };

    /**
     * The code.
     *
     * @param why what it rests on, in one line
     * @throws BasculeException of a candidate of the other side
     */
    abstract String of(Candidate chosen, SuiteModel model, String why);

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Emitted> of(String word) {
        return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    static String words() {
        return Arrays.stream(values()).map(Emitted::word).collect(Collectors.joining(", "));
    }

    private static void require(Backend backend, Side side, String other) {
        if (backend.side() != side) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the answer is %s, which that code has not: --emit %s has it, or --backends leaves others alone"
                            .formatted(backend.id(), other),
                    "bascule select --help");
        }
    }

    private static String device(Candidate chosen) {
        return chosen.target().deviceType().name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is code for backends of a side; a suite is for both. */
    boolean takes(Side side) {
        return this == SUITE || (this == JS) == (side == Side.BROWSER);
    }

    /** Where the user has the model, as far as a reference tells. */
    private static String file(SuiteModel model) {
        return model.reference().endsWith(".onnx") && !model.reference().contains(":")
                ? model.reference()
                : "model.onnx";
    }

    /** Within single quotes, which YAML, JavaScript and Python read alike but for quotes and backslashes in it. */
    private static String quoted(String text) {
        return isPlain(text)
                ? "'" + text + "'"
                : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static boolean isPlain(String text) {
        return text.indexOf('\'') < 0 && text.indexOf('\\') < 0;
    }
}
