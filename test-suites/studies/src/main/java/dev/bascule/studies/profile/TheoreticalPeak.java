package dev.bascule.studies.profile;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one core could do in one cycle by its instruction set; times the clock and the cores it is the theoretical peak.
 *
 * @param perCycle operations in one cycle of one core, a multiply-add being two; empty where nobody knows
 * @param basis the formula and its source, or why there is none
 */
public record TheoreticalPeak(OptionalDouble perCycle, String basis) {
    /** Of 32-bit floats. */
    public static TheoreticalPeak float32(Collection<String> features, Processor processor) {
        Optional<MultiplyAddPipes.Width> width = MultiplyAddPipes.of(features, processor);
        if (width.isPresent()) {
            return known(width.get().flops(), width.get().basis());
        }
        if (features.contains("asimd")) {
            return unknown("NEON is 4 lanes wide, but the system does not tell how many pipes this core has");
        }
        return unknown(
                features.contains("avx")
                        ? "how wide the multiply-add pipes of this maker's model are is not known here"
                        : "the system tells of no vector extension that the peak is known of");
    }

    /** Of products of 8-bit integers summed in 32 bits. */
    public static TheoreticalPeak int8(Collection<String> features, Processor processor) {
        if (features.contains("amx_int8")) {
            return known(
                    2048,
                    "AMX: 16 × 16 × 64 multiply-adds in 16 cycles (Intel, Optimization Reference Manual, 248966)");
        }
        TheoreticalPeak floats = float32(features, processor);
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
