package dev.bascule.studies.profile;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * How many 32-bit floating-point operations one core begins in one cycle: pipes × lanes × 2, by maker, family and model, since
 * the instructions that a processor has do not tell how wide its pipes are. Numbers of AMD's models are those of Linux's {@code
 * arch/x86/kernel/cpu/amd.c}, of Intel's those of {@code arch/x86/include/asm/intel-family.h}. Stateless.
 */
final class MultiplyAddPipes {
    private static final String INTEL = "Intel, Optimization Reference Manual, 248966";
    /** Efficiency cores alone, with two pipes of 128 bits: Gracemont (N series) and Crestmont (Sierra Forest, Grand Ridge). */
    private static final Set<Integer> NARROW_ATOMS = Set.of(0xBE, 0xAF, 0xB6);

    /** Alder, Raptor, Meteor, Arrow and Lunar Lake, which have cores of both kinds. */
    private static final Set<Integer> HYBRID = Set.of(0x97, 0x9A, 0xB7, 0xBA, 0xBF, 0xAA, 0xAC, 0xC5, 0xC6, 0xB5, 0xBD);

    /** Cannon, Ice, Tiger and Rocket Lake of the client line: both 256-bit pipes make one of 512 bits. */
    private static final Set<Integer> ONE_WIDE_PIPE = Set.of(0x66, 0x7D, 0x7E, 0x8C, 0x8D, 0xA7);

    private MultiplyAddPipes() {}

    /**
     * A count and where it is from.
     *
     * @param flops in one cycle
     * @param basis the formula and its source
     */
    record Width(double flops, String basis) {}

    /** Empty where it is not known. */
    static Optional<Width> of(Collection<String> features, Processor processor) {
        if (processor.family().isEmpty() || processor.model().isEmpty()) {
            return Optional.empty();
        }
        int family = processor.family().getAsInt();
        int model = processor.model().getAsInt();
        boolean wide = features.contains("avx512f");
        boolean fused = features.contains("avx2") && features.contains("fma");
        return switch (processor.vendor().orElse("")) {
            case "GenuineIntel" -> family == 6 ? intel(model, wide, fused, features) : Optional.empty();
            case "AuthenticAMD" -> wide || fused ? amd(family, model, wide) : Optional.empty();
            case "HygonGenuine" ->
                fused && family == 0x18 && model <= 0x02
                        ? width(16, "Dhyana, which is Zen 1: 2 pipes × 4 lanes × 2 flop (AMD, 55723)")
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<Width> intel(int model, boolean wide, boolean fused, Collection<String> features) {
        if (wide) {
            return ONE_WIDE_PIPE.contains(model)
                    ? width(32, "AVX-512 on one 512-bit pipe: 1 pipe × 16 lanes × 2 flop (" + INTEL + ")")
                    : width(
                            64,
                            "AVX-512: 2 pipes × 16 lanes × 2 flop; half of it on those Xeons that have one 512-bit pipe, which no"
                                    + " number tells (" + INTEL + ")");
        }
        if (fused) {
            return NARROW_ATOMS.contains(model)
                    ? width(16, "AVX2 with FMA in two halves: 2 pipes × 4 lanes × 2 flop (" + INTEL + ")")
                    : width(
                            32,
                            "AVX2 with FMA: 2 pipes × 8 lanes × 2 flop"
                                    + (HYBRID.contains(model) ? ", of a performance core" : "") + " (" + INTEL + ")");
        }
        return features.contains("avx")
                ? width(16, "AVX: one multiplier and one adder × 8 lanes (" + INTEL + ")")
                : Optional.empty();
    }

    private static Optional<Width> amd(int family, int model, boolean wide) {
        return switch (family) {
            case 0x17 ->
                model < 0x30 || model >= 0x50 && model < 0x60
                        ? width(16, "AVX2 in two halves on Zen 1: 2 pipes × 4 lanes × 2 flop (AMD, 55723)")
                        : width(32, "AVX2 with FMA on Zen 2: 2 pipes × 8 lanes × 2 flop (AMD, 56305)");
            case 0x19 ->
                wide
                        ? width(
                                32,
                                "AVX-512 in two halves on two 256-bit multiply-add pipes: 2 pipes × 8 lanes × 2 flop (AMD, Software"
                                        + " Optimization Guide for Zen 4, 57647)")
                        : width(32, "AVX2 with FMA: 2 pipes × 8 lanes × 2 flop (AMD, 56665 for Zen 3)");
            case 0x1A ->
                wide && !isNarrowZen5(model)
                        ? width(64, "AVX-512 on Zen 5: 2 pipes × 16 lanes × 2 flop (AMD, 58455)")
                        : width(32, "256-bit pipes or AVX2 on Zen 5: 2 pipes × 8 lanes × 2 flop (AMD, 58455)");
            default -> Optional.empty();
        };
    }

    /** Strix Point and Krackan Point take AVX-512 in two halves. */
    private static boolean isNarrowZen5(int model) {
        return model >= 0x20 && model < 0x30 || model >= 0x60 && model < 0x70;
    }

    private static Optional<Width> width(double flops, String basis) {
        return Optional.of(new Width(flops, basis));
    }
}
