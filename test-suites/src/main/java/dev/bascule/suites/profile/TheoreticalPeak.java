package dev.bascule.suites.profile;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What one core could do in one cycle by its instruction set; times the clock and the cores it is the theoretical peak.
 *
 * @param perCycle operations in one cycle of one core, a multiply-add being two; empty where nobody knows
 * @param basis the formula and its source, or why there is none
 */
public record TheoreticalPeak(OptionalDouble perCycle, String basis) {
    private static final int ZEN_5 = 26;

    /** Of 32-bit floats. */
    public static TheoreticalPeak float32(Collection<String> features, Optional<String> vendor, OptionalInt family) {
        boolean amd = vendor.equals(Optional.of("AuthenticAMD"));
        if (features.contains("avx512f") && amd && (family.isEmpty() || family.getAsInt() < ZEN_5)) {
            return known(
                    32,
                    "AVX-512 in two halves on two 256-bit multiply-add pipes: 2 pipes × 8 lanes × 2 flop (AMD, Software"
                            + " Optimization Guide for Zen 4, 57647)");
        }
        if (features.contains("avx512f")) {
            return known(
                    64,
                    "AVX-512: 2 pipes × 16 lanes × 2 flop; half of it on processors with one 512-bit pipe (Intel,"
                            + " Optimization Reference Manual, 248966; AMD, 58455 for Zen 5)");
        }
        if (features.contains("avx2") && features.contains("fma")) {
            return known(
                    32, "AVX2 with FMA: 2 pipes × 8 lanes × 2 flop (Intel, Optimization Reference Manual, 248966)");
        }
        if (features.contains("avx")) {
            return known(16, "AVX: one multiplier and one adder × 8 lanes (Intel, Optimization Reference Manual)");
        }
        if (features.contains("asimd")) {
            return unknown("NEON is 4 lanes wide, but the system does not tell how many pipes this core has");
        }
        return unknown("the system tells of no vector extension that the peak is known of");
    }

    /** Of products of 8-bit integers summed in 32 bits. */
    public static TheoreticalPeak int8(Collection<String> features, Optional<String> vendor, OptionalInt family) {
        if (features.contains("amx_int8")) {
            return known(
                    2048,
                    "AMX: 16 × 16 × 64 multiply-adds in 16 cycles (Intel, Optimization Reference Manual, 248966)");
        }
        TheoreticalPeak floats = float32(features, vendor, family);
        if (floats.perCycle().isPresent() && (features.contains("avx512_vnni") || features.contains("avx_vnni"))) {
            return known(
                    4 * floats.perCycle().getAsDouble(),
                    "VNNI: four 8-bit products in the place of each 32-bit one; " + floats.basis());
        }
        return unknown("without VNNI or AMX it depends on how a kernel widens its products");
    }

    private static TheoreticalPeak known(double perCycle, String basis) {
        return new TheoreticalPeak(OptionalDouble.of(perCycle), basis);
    }

    private static TheoreticalPeak unknown(String reason) {
        return new TheoreticalPeak(OptionalDouble.empty(), reason);
    }
}
