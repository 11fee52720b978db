package dev.bascule.cli.select;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.select.Candidate;
import dev.bascule.studies.select.Configuration;
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
                    .ifPresent(browser -> lines.add("# In its browser: bascule run FILE --browsers " + browser
                            + chosen.configuration()
                                    .build()
                                    .map(build -> " --build " + build)
                                    .orElse("")));
            lines.add("name: selected");
            lines.add("models:");
            lines.add("  - model: " + quoted(model.reference()));
            lines.add("    name: " + quoted(model.name()));
            lines.add("settings:");
            lines.add("  threads: " + chosen.threads());
            lines.add("  batch: " + chosen.batch());
            Configuration configuration = chosen.configuration();
            configuration.graph().ifPresent(level -> lines.add("  graphOptimization: " + level.word()));
            configuration.precision().ifPresent(precision -> lines.add("  precision: " + precision.word()));
            if (configuration.noArena()) {
                lines.add("  arena: off");
            }
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
            lines.add("  graphOptimizationLevel: '%s',".formatted(level(chosen).word()));
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
            lines.add("options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.%s);"
                    .formatted(
                            switch (level(chosen)) {
                                case ALL -> "ALL_OPT";
                                case EXTENDED -> "EXTENDED_OPT";
                                case BASIC -> "BASIC_OPT";
                                case DISABLED -> "NO_OPT";
                            }));
            if (chosen.configuration().noArena()) {
                lines.add("options.setCPUArenaAllocator(false);");
            }
            refusePrecision(chosen);
            added(backend).ifPresent(lines::add);
            lines.add("OrtSession session = OrtEnvironment.getEnvironment().createSession(\"%s\", options);"
                    .formatted(file(model).replace("\\", "\\\\").replace("\"", "\\\"")));
            return String.join("\n", lines);
        }

        /** What its methods do not take is in options of providers that have no method. */
        private void refusePrecision(Candidate chosen) {
            chosen.configuration().precision().ifPresent(precision -> {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s in %s has no method of its own in ONNX Runtime's Java options"
                                .formatted(chosen.target().backend().id(), precision.word()),
                        "bascule select … --emit python");
            });
        }

        private Optional<String> added(Backend backend) {
            return switch (backend.id()) {
                case "cpu" -> Optional.empty();
                case "cuda" ->
                    // As it was measured: by itself the provider multiplies float32 in TF32.
                    Optional.of("""
                            OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions(0);
                            cuda.add("use_tf32", "0");
                            options.addCUDA(cuda);""");
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
                    "options.graph_optimization_level = ort.GraphOptimizationLevel."
                            + switch (level(chosen)) {
                                case ALL -> "ORT_ENABLE_ALL";
                                case EXTENDED -> "ORT_ENABLE_EXTENDED";
                                case BASIC -> "ORT_ENABLE_BASIC";
                                case DISABLED -> "ORT_DISABLE_ALL";
                            }
                            + (chosen.configuration().noArena() ? "\noptions.enable_cpu_mem_arena = False" : ""),
                    "session = ort.InferenceSession(%s, options, providers=[%s])"
                            .formatted(quoted(file(model)), provider(backend, chosen)));
        }

        private String provider(Backend backend, Candidate chosen) {
            Optional<Precision> precision = chosen.configuration().precision();
            return switch (backend.id()) {
                case "openvino" ->
                    "('OpenVINOExecutionProvider', {'device_type': 'CPU', 'load_config': '{\"CPU\":{\"INFERENCE_NUM_THREADS\":\"%d\"%s}}'})"
                            .formatted(
                                    chosen.threads(),
                                    precision
                                            .map(one -> ",\"INFERENCE_PRECISION_HINT\":\"%s\"".formatted(hint(one)))
                                            .orElse(""));
                case "cuda" ->
                    // By itself it multiplies float32 in TF32; Bascule's sessions do where that was asked for.
                    "('CUDAExecutionProvider', {'use_tf32': '%d'})".formatted(precision.isPresent() ? 1 : 0);
                case "tensorrt" ->
                    precision.isPresent()
                            ? "('TensorrtExecutionProvider', {'trt_fp16_enable': 'True'})"
                            : "'TensorrtExecutionProvider'";
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

        /** As OpenVINO calls it. */
        private String hint(Precision precision) {
            return switch (precision) {
                case FLOAT16 -> "f16";
                case BFLOAT16 -> "bf16";
                case FLOAT32, TF32, INT8, INT4 -> "f32";
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

    /** How far the engine rewrote the graph. */
    private static GraphOptimization level(Candidate chosen) {
        return chosen.configuration().graph().orElse(GraphOptimization.ALL);
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
