package dev.bascule.nativerunner.detect;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** AMD's ROCm: the kernel's compute device, the HIP runtime, the provider. Stateless. */
final class Rocm {
    private static final String BACKEND = "rocm";

    private Rocm() {}

    static Finding ask(Host host, boolean compiled, String engine) {
        return judge(host.has("/dev/kfd"), host.loader().find("libamdhip64.so"), compiled, engine);
    }

    static Finding judge(boolean kfd, Optional<Path> hip, boolean compiled, String engine) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("providerCompiled", String.valueOf(compiled));
        facts.put("/dev/kfd", String.valueOf(kfd));
        hip.ifPresent(path -> facts.put("hipLibrary", path.toString()));
        Tier tier = kfd && hip.isPresent()
                ? Tier.DEVICE
                : hip.isPresent() ? Tier.LIBRARY : compiled ? Tier.COMPILED : Tier.NONE;
        if (compiled) {
            return Finding.usable(BACKEND, tier, facts);
        }
        if (!kfd) {
            return Finding.missing(
                    BACKEND,
                    tier,
                    "no ROCm device: /dev/kfd is not on this machine, and %s has no ROCm provider".formatted(engine),
                    "on a machine with a supported AMD GPU install the amdgpu kernel driver and ROCm, and use an ONNX Runtime built with ROCm or MIGraphX",
                    facts);
        }
        return Finding.missing(
                BACKEND,
                tier,
                "/dev/kfd is here%s, but %s has no ROCm provider"
                        .formatted(hip.isPresent() ? "" : " without libamdhip64.so", engine),
                "%suse an ONNX Runtime built with ROCm or MIGraphX (-Donnxruntime.native.path=FOLDER)"
                        .formatted(hip.isPresent() ? "" : "install ROCm, and "),
                facts);
    }
}
