package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** NVIDIA's compute capability and what follows from it; tables of the CUDA C++ Programming Guide. Immutable. */
public record ComputeCapability(int major, int minor) {
    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)");

    /** Chips of compute capability 7.5 that were made without tensor cores (TU116 and TU117), by their cards' names. */
    private static final Pattern WITHOUT_TENSOR_CORES =
            Pattern.compile("GTX 16\\d\\d|MX4[35]0|MX550|\\bT(400|500|550|600|1000|1200)\\b|T2000");

    /** Of {@code 9.0}; empty where it is not one, as {@code [N/A]}. */
    public static Optional<ComputeCapability> parse(String text) {
        Matcher matcher = NUMBERS.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(
                        new ComputeCapability(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    private int number() {
        return major * 10 + minor;
    }

    /** The tensor cores' generation by NVIDIA's count; empty where the chip has none. */
    public OptionalInt tensorCores(String cardName) {
        if (major < 7
                || (number() == 75 && WITHOUT_TENSOR_CORES.matcher(cardName).find())) {
            return OptionalInt.empty();
        }
        if (number() >= 100) {
            return OptionalInt.of(5);
        }
        if (number() >= 89) {
            return OptionalInt.of(4);
        }
        if (number() >= 80) {
            return OptionalInt.of(3);
        }
        return OptionalInt.of(number() == 75 ? 2 : 1);
    }

    /**
     * Results of 32-bit multiply-adds per clock cycle and multiprocessor, from the guide's table of arithmetic
     * throughput; empty for capabilities that it does not list.
     */
    public OptionalInt fp32LanesPerMultiprocessor() {
        return switch (number()) {
            case 60, 70, 72, 75, 80 -> OptionalInt.of(64);
            case 50, 52, 53, 61, 62, 86, 87, 89, 90, 100, 103, 120 -> OptionalInt.of(128);
            default -> OptionalInt.empty();
        };
    }

    /** What a card of this name and capability claims. */
    List<Capability<?>> capabilities(String cardName, String by) {
        String evidence = "compute capability " + this;
        List<Capability<?>> all = new ArrayList<>();
        all.add(Capability.claimed(CapabilityRegistry.COMPUTE_CAPABILITY, toString(), by, evidence));
        all.add(Capability.claimed(CapabilityRegistry.FP64, true, by, evidence));
        all.add(Capability.claimed(CapabilityRegistry.SUBGROUP_SIZE, 32L, by, "a warp"));
        all.add(Capability.claimed(CapabilityRegistry.SUBGROUPS, true, by, evidence));
        all.add(Capability.claimed(CapabilityRegistry.FP16, number() >= 53, by, evidence));
        all.add(Capability.claimed(CapabilityRegistry.INT8, number() >= 61, by, evidence));
        all.add(Capability.claimed(CapabilityRegistry.DOT_INT8, number() >= 61, by, evidence));
        all.add(Capability.claimed(CapabilityRegistry.BF16, number() >= 80, by, evidence));
        OptionalInt generation = tensorCores(cardName);
        if (generation.isPresent()) {
            all.add(Capability.claimed(CapabilityRegistry.TENSOR_CORES, (long) generation.getAsInt(), by, evidence));
        }
        all.add(Capability.claimed(CapabilityRegistry.TF32, number() >= 80, by, evidence));
        all.add(Capability.claimed(CapabilityRegistry.FP8, number() >= 89, by, evidence));
        // Tensor cores of Hopper and later take no 4-bit integers any more.
        all.add(Capability.claimed(
                CapabilityRegistry.INT4, generation.isPresent() && number() >= 75 && number() < 90, by, evidence));
        return all;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
