package dev.bascule.studies.profile;

import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.fallback.target.Machine;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What no processor can do, however well a kernel is written: a figure beyond it was not measured, whoever tells it. Generous on
 * purpose, for {@link TheoreticalPeak} says what this one should do. Immutable.
 *
 * @param cores logical processors
 * @param features instruction-set extensions, as the system spells them
 * @param processor what is known of it, for where memory begins
 */
record PhysicalBounds(int cores, List<String> features, Processor processor) {
    /** No processor is sold that boosts beyond 6.2 GHz, and none was ever overclocked beyond 9.2 GHz. */
    private static final double HERTZ = 10e9;

    /** Two 512-bit multiply-add pipes: 2 × 16 lanes × 2 flop (Intel, Optimization Reference Manual, 248966). */
    private static final double FLOAT32_PER_CYCLE = 64;

    /**
     * A matrix unit: AMX does 2048 operations of 8 bits in a cycle (the same manual) and none of float32, Apple's and Arm's SME less;
     * twice that for units to come.
     */
    private static final double MATRIX_PER_CYCLE = 4096;

    /** Two loads and two stores of 64 bytes in a cycle: no core of any maker has more ports to its first cache. */
    private static final double CACHE_BYTES_PER_CYCLE = 256;

    /**
     * Of memory to one core: lines in flight by latency (Little's law), 48 × 64 bytes in 60 ns being 51 GB/s; Apple's cores reach 100
     * GB/s.
     */
    private static final double MEMORY_BYTES_OF_CORE = 200e9;

    /** The fastest memory of any processor: the stacked one of AMD's MI300A, 5.3 TB/s; two such sockets. */
    private static final double MEMORY_BYTES = 11e12;

    static PhysicalBounds of(Machine machine, Processor processor) {
        return new PhysicalBounds(machine.cpu().cores(), machine.cpu().features(), processor);
    }

    /** The figures of a place on the CPU, each beyond what can be without its rate and with the reason. */
    List<ProfileFigure> held(List<ProfileFigure> figures) {
        return figures.stream()
                .map(figure -> beyond(figure).map(figure::refused).orElse(figure))
                .toList();
    }

    /** Why a figure cannot be; empty where it can, or where nothing bounds it. */
    Optional<String> beyond(ProfileFigure figure) {
        double bound = switch (figure.unit()) {
            case CYCLE -> HERTZ;
            case FLOP -> cores * HERTZ * perCycle(figure.dtype().orElse("float32"));
            case BYTE ->
                processor.isMemory(figure.size())
                        ? Math.min(MEMORY_BYTES, cores * MEMORY_BYTES_OF_CORE)
                        : cores * HERTZ * CACHE_BYTES_PER_CYCLE;
            case CALL -> HERTZ;
        };
        return figure.rate()
                .filter(rate -> rate.median() > bound)
                .map(rate -> String.format(
                        Locale.ROOT,
                        "%.3g %s is beyond physics: %d logical processors cannot do more than %.3g",
                        rate.median(),
                        unit(figure.unit()),
                        cores,
                        bound));
    }

    private double perCycle(String dtype) {
        boolean matrix = has("sme") || has("asimd") || (has("amx") && !dtype.equals("float32"));
        if (matrix || features.isEmpty()) {
            return MATRIX_PER_CYCLE;
        }
        return switch (dtype) {
            case "int8" -> 4 * FLOAT32_PER_CYCLE;
            case "float16", "bfloat16" -> 2 * FLOAT32_PER_CYCLE;
            default -> FLOAT32_PER_CYCLE;
        };
    }

    private boolean has(String feature) {
        return features.stream().anyMatch(name -> name.startsWith(feature));
    }

    private static String unit(Unit unit) {
        return switch (unit) {
            case BYTE -> "bytes/s";
            case FLOP -> "operations/s";
            case CALL -> "calls/s";
            case CYCLE -> "Hz";
        };
    }
}
