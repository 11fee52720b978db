package dev.bascule.fallback.hardware;

import static dev.bascule.fallback.hardware.CapabilityId.Group.ISA;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Extensions of processors' instruction sets that matter for inference, under Linux's names for them, and what they
 * mean: number formats, matrix tiles, levels. Pure functions over sets of names.
 */
public final class InstructionSets {
    /** Linux's name and what it is called by its makers, oldest first. */
    private static final Map<String, String> TITLES = titles();

    private static final Map<String, CapabilityId<Boolean>> BY_NAME = new LinkedHashMap<>();

    static {
        TITLES.forEach((name, title) -> BY_NAME.put(name, CapabilityId.flag(ISA, name, title)));
    }

    /** The x86-64 psABI's levels, each with what it adds; https://gitlab.com/x86-psABIs/x86-64-ABI, table 3.1. */
    private static final Map<String, Set<String>> LEVELS = levels();

    private InstructionSets() {}

    private static Map<String, String> titles() {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("sse4_1", "SSE4.1");
        titles.put("sse4_2", "SSE4.2");
        titles.put("avx", "AVX");
        titles.put("f16c", "F16C");
        titles.put("fma", "FMA");
        titles.put("avx2", "AVX2");
        titles.put("avx_vnni", "AVX-VNNI");
        titles.put("avx_vnni_int8", "AVX-VNNI-INT8");
        titles.put("avx_ne_convert", "AVX-NE-CONVERT");
        titles.put("avx512f", "AVX-512 F");
        titles.put("avx512bw", "AVX-512 BW");
        titles.put("avx512vl", "AVX-512 VL");
        titles.put("avx512_vnni", "AVX-512 VNNI");
        titles.put("avx512_bf16", "AVX-512 BF16");
        titles.put("avx512_fp16", "AVX-512 FP16");
        titles.put("avx10", "AVX10");
        titles.put("amx_tile", "AMX-TILE");
        titles.put("amx_int8", "AMX-INT8");
        titles.put("amx_bf16", "AMX-BF16");
        titles.put("amx_fp16", "AMX-FP16");
        titles.put("asimd", "Advanced SIMD (NEON)");
        titles.put("asimdhp", "NEON half precision");
        titles.put("asimddp", "NEON dot product");
        titles.put("i8mm", "NEON int8 matrix multiply");
        titles.put("bf16", "NEON bfloat16");
        titles.put("sve", "SVE");
        titles.put("sve2", "SVE2");
        titles.put("sme", "SME");
        titles.put("sme2", "SME2");
        titles.put("x86-64-v2", "x86-64-v2");
        titles.put("x86-64-v3", "x86-64-v3");
        titles.put("x86-64-v4", "x86-64-v4");
        return titles;
    }

    private static Map<String, Set<String>> levels() {
        Map<String, Set<String>> levels = new LinkedHashMap<>();
        levels.put("x86-64-v2", Set.of("cx16", "lahf_lm", "popcnt", "pni", "ssse3", "sse4_1", "sse4_2"));
        levels.put("x86-64-v3", Set.of("avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"));
        levels.put("x86-64-v4", Set.of("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"));
        return levels;
    }

    /** The capability of one name. */
    public static CapabilityId<Boolean> id(String linuxName) {
        CapabilityId<Boolean> id = BY_NAME.get(linuxName);
        if (id == null) {
            throw new IllegalArgumentException("no instruction set known as " + linuxName);
        }
        return id;
    }

    /** All of them. */
    public static List<CapabilityId<Boolean>> ids() {
        return List.copyOf(BY_NAME.values());
    }

    /** Those among a processor's flags, as Linux writes them, that matter here, and the levels that the flags reach. */
    public static Set<String> among(Set<String> flags) {
        Set<String> known = new TreeSet<>(flags);
        known.retainAll(TITLES.keySet());
        for (Map.Entry<String, Set<String>> level : LEVELS.entrySet()) {
            if (!flags.containsAll(level.getValue())) {
                break;
            }
            known.add(level.getKey());
        }
        return known;
    }

    /** The same said shortly: without what the highest of the levels includes anyway. */
    public static Set<String> shortly(Set<String> extensions) {
        Set<String> left = new TreeSet<>(extensions);
        String highest = "";
        for (Map.Entry<String, Set<String>> level : LEVELS.entrySet()) {
            if (extensions.contains(level.getKey())) {
                left.removeAll(level.getValue());
                left.remove(highest);
                highest = level.getKey();
            }
        }
        return left;
    }

    /** The number formats that these extensions compute in; conversions alone (F16C) bring none. */
    public static Set<CapabilityId<Boolean>> formats(Set<String> extensions) {
        Set<CapabilityId<Boolean>> formats = new LinkedHashSet<>();
        if (any(extensions, "avx512_fp16", "amx_fp16", "asimdhp")) {
            formats.add(CapabilityRegistry.FP16);
        }
        if (any(extensions, "avx512_bf16", "amx_bf16", "bf16")) {
            formats.add(CapabilityRegistry.BF16);
        }
        if (any(extensions, "avx_vnni", "avx_vnni_int8", "avx512_vnni", "amx_int8", "asimddp", "i8mm")) {
            formats.add(CapabilityRegistry.DOT_INT8);
        }
        if (extensions.contains("amx_tile")) {
            formats.add(CapabilityRegistry.AMX);
        }
        if (extensions.contains("sme")) {
            formats.add(CapabilityRegistry.SME);
        }
        return formats;
    }

    private static boolean any(Set<String> extensions, String... names) {
        return List.of(names).stream().anyMatch(extensions::contains);
    }
}
