package dev.bascule.cli.select;

import static dev.bascule.cli.select.CodeText.doubleQuoted;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.select.Candidate;
import dev.bascule.suites.suite.SuiteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Java for ONNX Runtime's own package: imports, then statements, which JShell takes as they are. Stateless. */
final class JavaCode {
    private static final String PACKAGE = "ai.onnxruntime.";

    private JavaCode() {}

    static String of(Candidate chosen, SuiteModel model, String why) {
        TreeSet<String> imports = new TreeSet<>(List.of(PACKAGE + "OrtEnvironment", PACKAGE + "OrtSession"));
        List<String> lines = new ArrayList<>();
        lines.add("OrtEnvironment environment = OrtEnvironment.getEnvironment();");
        lines.add("OrtSession.SessionOptions options = new OrtSession.SessionOptions();");
        lines.add("options.setIntraOpNumThreads(%d);".formatted(chosen.threads()));
        boolean parallel = chosen.configuration().parallel();
        lines.add("options.setInterOpNumThreads(%d);".formatted(parallel ? chosen.threads() : 1));
        if (parallel) {
            lines.add("options.setExecutionMode(OrtSession.SessionOptions.ExecutionMode.PARALLEL);");
        }
        lines.add("options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.%s);"
                .formatted(
                        switch (CodeText.level(chosen)) {
                            case ALL -> "ALL_OPT";
                            case EXTENDED -> "EXTENDED_OPT";
                            case BASIC -> "BASIC_OPT";
                            case DISABLED -> "NO_OPT";
                        }));
        if (chosen.configuration().noArena()) {
            lines.add("options.setCPUArenaAllocator(false);");
        }
        lines.addAll(provider(chosen, imports));
        lines.add("OrtSession session = environment.createSession(%s, options);"
                .formatted(doubleQuoted(CodeText.file(model))));
        List<String> all = new ArrayList<>();
        all.add("// " + CodeText.comment(why));
        CodeText.items(chosen).ifPresent(items -> all.add("// " + items));
        imports.forEach(name -> all.add("import " + name + ";"));
        all.add("");
        all.addAll(lines);
        return String.join("\n", all);
    }

    private static List<String> provider(Candidate chosen, TreeSet<String> imports) {
        Backend backend = chosen.target().backend();
        if (backend.equals(Backends.OPENVINO)) {
            return openVino(chosen, imports);
        }
        refusePrecision(chosen);
        return switch (backend.id()) {
            case "cpu" -> List.of();
            case "cuda" -> {
                imports.add(PACKAGE + "providers.OrtCUDAProviderOptions");
                // As it was measured: by itself the provider multiplies float32 in TF32.
                yield List.of(
                        "OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions(0);",
                        "cuda.add(\"use_tf32\", \"0\");",
                        "options.addCUDA(cuda);");
            }
            case "tensorrt" -> List.of("options.addTensorrt(0);");
            case "directml" -> List.of("options.addDirectML(0);");
            case "rocm" -> List.of("options.addROCM(0);");
            case "mps" -> coreMl("CPUAndGPU", imports);
            case "coreml" -> coreMl("ALL", imports);
            default ->
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s has no method of its own in ONNX Runtime's Java options".formatted(backend.id()),
                        "bascule select … --emit python");
        };
    }

    private static List<String> coreMl(String units, TreeSet<String> imports) {
        imports.add("java.util.Map");
        return List.of("options.addCoreML(Map.of(\"ModelFormat\", \"MLProgram\", \"MLComputeUnits\", \"%s\"));"
                .formatted(units));
    }

    /** Microsoft's jars have {@code addOpenVINO} compiled out; they take Intel's plugin, which is what was measured. */
    private static List<String> openVino(Candidate chosen, TreeSet<String> imports) {
        imports.addAll(List.of(PACKAGE + "OrtEpDevice", "java.util.List", "java.util.Map"));
        return List.of(
                "// where it lies: `bascule install openvino` says it, PyPI's onnxruntime-ep-openvino has it",
                "String plugin = System.getProperty(\"openvino.plugin\", \"libonnxruntime_providers_openvino_plugin.so\");",
                "environment.registerExecutionProviderLibrary(\"openvino\", plugin);",
                "List<OrtEpDevice> devices = environment.getEpDevices().stream()",
                "        .filter(device -> device.getEpName().equals(\"OpenVINOExecutionProvider\")",
                "                && \"CPU\".equals(device.getEpMetadata().get(\"ov_device\")))",
                "        .toList();",
                "options.addExecutionProvider(devices, Map.of(\"load_config\", %s));"
                        .formatted(doubleQuoted(OpenVinoProperties.json(chosen))));
    }

    /** What its methods do not take is in options of providers that have no method. */
    private static void refusePrecision(Candidate chosen) {
        chosen.configuration().precision().ifPresent(precision -> {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s in %s has no method of its own in ONNX Runtime's Java options"
                            .formatted(chosen.target().backend().id(), precision.word()),
                    "bascule select … --emit python");
        });
    }
}
