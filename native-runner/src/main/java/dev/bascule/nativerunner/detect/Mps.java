package dev.bascule.nativerunner.detect;

import java.util.Map;

/** Apple's GPU, through Core ML. Stateless. */
final class Mps {
    private static final String BACKEND = "mps";

    private Mps() {}

    static Finding ask(Host host, boolean compiled, String engine) {
        return judge(host.os(), host.arch(), compiled, engine);
    }

    static Finding judge(String os, String arch, boolean compiled, String engine) {
        Map<String, String> facts = Map.of("providerCompiled", String.valueOf(compiled));
        boolean appleSilicon = os.startsWith("Mac") && arch.equals("aarch64");
        if (!appleSilicon) {
            return Finding.missing(
                    BACKEND,
                    compiled ? Tier.COMPILED : Tier.NONE,
                    "no Apple silicon: this is %s on %s".formatted(os, arch),
                    "run it on macOS on an Apple M processor",
                    facts);
        }
        return compiled
                ? Finding.usable(BACKEND, Tier.DEVICE, facts)
                : Finding.missing(
                        BACKEND,
                        Tier.DEVICE,
                        "%s has no Core ML provider".formatted(engine),
                        "use the onnxruntime jar for macOS on aarch64",
                        facts);
    }
}
