package dev.bascule.nativerunner.machine;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The instruction-set extensions that matter for inference, under Linux's names for them. Stateless. */
final class CpuFeatures {
    /** Linux's name (as in /proc/cpuinfo), then what macOS and Windows call it. */
    private static final List<List<String>> KNOWN = List.of(
            List.of("sse4_1", "sse4.1", "pf_sse4_1_instructions_available"),
            List.of("sse4_2", "sse4.2", "pf_sse4_2_instructions_available"),
            List.of("avx", "avx1.0", "pf_avx_instructions_available"),
            List.of("f16c"),
            List.of("fma"),
            List.of("avx2", "pf_avx2_instructions_available"),
            List.of("avx_vnni"),
            List.of("avx512f", "pf_avx512f_instructions_available"),
            List.of("avx512bw"),
            List.of("avx512vl"),
            List.of("avx512_vnni", "avx512vnni"),
            List.of("avx512_bf16"),
            List.of("avx512_fp16"),
            List.of("amx_tile"),
            List.of("amx_int8"),
            List.of("amx_bf16"),
            List.of("asimd", "neon", "pf_arm_neon_instructions_available"),
            List.of("asimdhp", "feat_fp16"),
            List.of("asimddp", "feat_dotprod", "pf_arm_v82_dp_instructions_available"),
            List.of("i8mm", "feat_i8mm"),
            List.of("bf16", "feat_bf16"),
            List.of("sve"),
            List.of("sve2"),
            List.of("sme", "feat_sme"));

    private static final Map<String, String> CANONICAL = canonical();

    private CpuFeatures() {}

    private static Map<String, String> canonical() {
        Map<String, String> names = new LinkedHashMap<>();
        KNOWN.forEach(aliases -> aliases.forEach(alias -> names.put(alias, aliases.get(0))));
        return names;
    }

    /** Reads the lines in which an operating system lists its processor's flags; sorted, each once. */
    static List<String> parse(List<String> lines) {
        Set<String> features = new TreeSet<>();
        for (String line : lines) {
            Arrays.stream(line.toLowerCase(Locale.ROOT).split("[^a-z0-9_.]+"))
                    // macOS writes hw.optional.arm.FEAT_DotProd.
                    .map(word -> word.substring(word.contains("feat_") ? word.indexOf("feat_") : 0))
                    .filter(CANONICAL::containsKey)
                    .map(word -> CANONICAL.getOrDefault(word, word))
                    .forEach(features::add);
        }
        return List.copyOf(features);
    }
}
