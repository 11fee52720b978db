package dev.bascule.nativerunner.detect;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Intel's OpenVINO: its runtime library and its provider. Stateless. */
final class OpenVino {
    private static final String BACKEND = "openvino";

    private OpenVino() {}

    static Finding ask(Host host, boolean compiled, String engine) {
        String library = host.isWindows() ? "openvino.dll" : "libopenvino.so";
        return judge(library, host.loader().find(library), compiled, engine);
    }

    static Finding judge(String library, Optional<Path> runtime, boolean compiled, String engine) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("providerCompiled", String.valueOf(compiled));
        runtime.ifPresent(path -> facts.put("runtimeLibrary", path.toString()));
        Tier tier = runtime.isPresent() ? Tier.LIBRARY : compiled ? Tier.COMPILED : Tier.NONE;
        if (compiled) {
            return Finding.usable(BACKEND, tier, facts);
        }
        String provider = "%s has no OpenVINO provider".formatted(engine);
        return runtime.isPresent()
                ? Finding.missing(
                        BACKEND,
                        tier,
                        "the OpenVINO runtime is here (%s), but %s".formatted(runtime.get(), provider),
                        "use an ONNX Runtime, Java binding included, built with OpenVINO",
                        facts)
                : Finding.missing(
                        BACKEND,
                        tier,
                        "no OpenVINO runtime: %s is not on the loader's path, and %s".formatted(library, provider),
                        "install OpenVINO, put its libraries on the loader's path, and use an ONNX Runtime, Java binding included, built with it",
                        facts);
    }
}
