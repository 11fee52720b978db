package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.InstructionSets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Linux's names for the instruction sets that macOS lists. Pure functions. */
final class MacExtensions {
    /** What {@code hw.optional.arm} calls them. */
    private static final Map<String, String> ARM = Map.of(
            "hw.optional.neon", "asimd",
            "hw.optional.AdvSIMD", "asimd",
            "hw.optional.arm.AdvSIMD", "asimd",
            "hw.optional.arm.FEAT_FP16", "asimdhp",
            "hw.optional.neon_fp16", "asimdhp",
            "hw.optional.arm.FEAT_DotProd", "asimddp",
            "hw.optional.arm.FEAT_I8MM", "i8mm",
            "hw.optional.arm.FEAT_BF16", "bf16",
            "hw.optional.arm.FEAT_SME", "sme",
            "hw.optional.arm.FEAT_SME2", "sme2");

    /** What {@code machdep.cpu.features}, {@code .leaf7_features} and {@code .extfeatures} call them. */
    private static final Map<String, String> INTEL = Map.ofEntries(
            Map.entry("sse4.1", "sse4_1"),
            Map.entry("sse4.2", "sse4_2"),
            Map.entry("sse3", "pni"),
            Map.entry("avx1.0", "avx"),
            Map.entry("avx512vnni", "avx512_vnni"),
            Map.entry("lzcnt", "abm"),
            Map.entry("lahf", "lahf_lm"));

    private MacExtensions() {}

    static Set<String> of(Map<String, String> sysctl) {
        Set<String> flags = new HashSet<>();
        ARM.forEach((key, name) -> {
            if ("1".equals(sysctl.get(key))) {
                flags.add(name);
            }
        });
        for (String key : new String[] {"features", "leaf7_features", "extfeatures"}) {
            Arrays.stream(sysctl.getOrDefault("machdep.cpu." + key, "")
                            .toLowerCase(Locale.ROOT)
                            .split("\\s+"))
                    .map(word -> INTEL.getOrDefault(word, word))
                    .forEach(flags::add);
        }
        return InstructionSets.among(flags);
    }
}
