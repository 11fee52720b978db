package dev.bascule.fallback.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Samples that no clock gave: the same value over and over, or a block that was handed in before, where the clock is so fine that
 * each iteration lands on a tick of its own. Where the step explains equal values, nothing is said. Stateless.
 */
public final class FabricatedSamples {
    /** Iterations are the same for so long only by the hand of one who wrote them down. */
    private static final int RUN = 10;

    /** Ticks in each iteration from which two do not meet by chance: a thousandth of an iteration, which scatters by more. */
    private static final double TICKS = 1000;

    /** Below this an iteration has too few ticks of the coarser counters of systems. */
    private static final double LEAST_MILLIS = 1;

    /** A block of fewer different samples may come again. */
    private static final int DIFFERENT = 5;

    /** Values that many iterations may share. */
    private static final int FEW = 3;

    private static final int MANY = 20;

    private FabricatedSamples() {}

    /**
     * Why these samples were not measured; empty where they may have been.
     *
     * @param before the blocks that the same session brought until then
     */
    public static Optional<String> in(Samples block, List<Samples> before) {
        if (block.isEmpty()) {
            return Optional.empty();
        }
        double step = ClockResolution.of(block).millis();
        double least = block.sorted()[0];
        if (least < LEAST_MILLIS || least < TICKS * step) {
            return Optional.empty();
        }
        long different = Arrays.stream(block.millis()).distinct().count();
        if (longestRun(block.millis()) >= RUN) {
            return Optional.of("%d iterations in a row took the same time, to the last digit"
                    .formatted(longestRun(block.millis())));
        }
        if (block.size() >= MANY && different <= FEW) {
            return Optional.of("%d iterations share %d times".formatted(block.size(), different));
        }
        return different >= DIFFERENT && before.contains(block)
                ? Optional.of("all %d iterations took, to the last digit, what those of an earlier block did"
                        .formatted(block.size()))
                : Optional.empty();
    }

    private static int longestRun(double[] values) {
        int longest = 1;
        int run = 1;
        for (int i = 1; i < values.length; i++) {
            run = values[i] == values[i - 1] ? run + 1 : 1;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
