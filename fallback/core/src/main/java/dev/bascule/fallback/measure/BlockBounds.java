package dev.bascule.fallback.measure;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds what a runner says of a block of timed iterations against what the host saw pass on its own clock. Iterations do not
 * overlap, so that their samples add up to no more than the block, and the block to no more than the time between question and
 * answer: no honest runner breaks that. The other way round a block may be held up (a stalled connection, a stopped host), so
 * that a sum far below what passed is a doubt only, which a second look settles. Stateless.
 */
public final class BlockBounds {
    /** Rates at which two clocks of one machine, or of two, may differ; far above any crystal's. */
    private static final double RATE = 0.01;

    /** What stamps at either end may be off besides the clock's own step. */
    private static final double EDGE_MILLIS = 1;

    /**
     * What an answer may take on its way before it is odd: 46 ms was the longest of 378 answers on two processors that five builds
     * shared, but for one of 345 ms.
     */
    private static final double ODD_MILLIS = 100;

    /** Untimed work of an iteration, such as comparing its outputs: 20 µs was usual, on both sides. */
    private static final double UNTIMED_MILLIS = 0.05;

    /** Reading, comparing and hashing outputs, untimed: 50 MB/s, a tenth of what a page was seen to do. */
    private static final double UNTIMED_MILLIS_PER_BYTE = 2e-5;

    /** A lone span tells nothing of its clock's step; this is the coarsest of any clock. */
    private static final double COARSEST_MILLIS = 100;

    private BlockBounds() {}

    /**
     * What was told of a block, and what was seen.
     *
     * @param samples milliseconds of each iteration, by the runner's clock
     * @param told the block from its first iteration to its last, by the runner's clock
     * @param aside what it spent on challenges meanwhile, by the runner's clock; not within {@code told}
     * @param noticed from the host's question until it had the runner's word that the block begins
     * @param seen from the host's question until it had the answer
     * @param bytes of an iteration's outputs, which are looked at outside of the timed region
     */
    public record Block(Samples samples, Duration told, Duration aside, Duration noticed, Duration seen, long bytes) {

        /** One without challenges. */
        public Block(Samples samples, Duration told, Duration noticed, Duration seen, long bytes) {
            this(samples, told, Duration.ZERO, noticed, seen, bytes);
        }
    }

    /** What the two clocks show together. */
    public sealed interface Finding {
        /** They agree. */
        record Sound() implements Finding {}

        /**
         * Far more passed than the runner tells of: a hold-up, or a clock that runs slow.
         *
         * @param reason for people, without a period
         */
        record Doubtful(String reason) implements Finding {}

        /**
         * No honest runner can have measured it.
         *
         * @param reason for people, without a period
         */
        record Impossible(String reason) implements Finding {}
    }

    public static Finding judge(Block block) {
        double sum = block.samples().totalMillis();
        double told = millis(block.told());
        double whole = told + millis(block.aside());
        double seen = millis(block.seen());
        double slack = 2 * ClockResolution.of(block.samples()).millis() + EDGE_MILLIS;
        if (sum > told * (1 + RATE) + slack) {
            return new Finding.Impossible(words(block, "in a block that it says took %.1f ms", told));
        }
        if (whole > seen * (1 + RATE) + slack || sum > seen * (1 + RATE) + slack) {
            return new Finding.Impossible(words(block, "where the host saw %.1f ms pass", seen));
        }
        double noticed = millis(block.noticed());
        double passed = seen - noticed - (ODD_MILLIS + 2 * noticed);
        if (whole < passed / 2) {
            return new Finding.Doubtful(words(
                    block,
                    "in a block of %.1f ms, where the host saw %.1f ms pass besides the way",
                    told,
                    seen - noticed));
        }
        double untimed = block.samples().size() * (UNTIMED_MILLIS + block.bytes() * UNTIMED_MILLIS_PER_BYTE);
        if (3 * sum + untimed + ODD_MILLIS < told) {
            return new Finding.Doubtful(
                    words(block, "of a block that took %.1f ms: what passed is in no sample", told));
        }
        return new Finding.Sound();
    }

    private static String words(Block block, String where, Object... figures) {
        return String.format(
                        Locale.ROOT,
                        "%d iterations of %.1f ms together ",
                        block.samples().size(),
                        block.samples().totalMillis())
                + String.format(Locale.ROOT, where, figures);
    }

    /**
     * Why a span that a runner tells cannot have passed; empty where it can.
     *
     * @param what the span is, such as {@code the first inference}
     * @param told by the runner
     * @param seen by the host, around it
     */
    public static Optional<String> beyond(String what, Duration told, Duration seen) {
        return millis(told) > millis(seen) * (1 + RATE) + EDGE_MILLIS + COARSEST_MILLIS
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "it says that %s took %.1f ms, where the host saw %.1f ms pass",
                        what,
                        millis(told),
                        millis(seen)))
                : Optional.empty();
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
