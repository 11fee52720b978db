package dev.bascule.fallback.measure;

import dev.bascule.fallback.measure.BlockBounds.Block;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What all blocks of a session lose alike. One block may be held up, and {@link BlockBounds} forgives it; where the host sees
 * a fifth more pass than the runner tells of in the median of many blocks, its clock runs slow or its samples are scaled, or
 * the machine is so busy that nobody can tell. Belongs to one thread.
 */
public final class HostRate {
    /** A shorter block is mostly way and scheduling. */
    private static final double LONG_MILLIS = 50;

    private static final int ENOUGH = 5;

    /** The worst of honest medians, on two processors that five builds shared, was 0.17 with blocks of 80 ms. */
    private static final double MOST = 0.2;

    /** Untimed work of an iteration beside that by its bytes: 0.9 ms was seen in a page, 20 µs is usual. */
    private static final double UNTIMED_MILLIS = 1;

    /** Reading, hashing and sending outputs: 50 MB/s, a tenth of what a page was seen to do. */
    private static final double MILLIS_PER_BYTE = 2e-5;

    private final List<Double> beyondBlocks = new ArrayList<>();
    private final List<Double> beyondSamples = new ArrayList<>();

    /**
     * Takes note of a block that was found sound.
     *
     * @param shipped bytes of outputs that came with it, which travel after its end
     */
    public void saw(Block block, long shipped) {
        double sum = block.samples().totalMillis();
        double told = millis(block.told());
        double whole = told + millis(block.aside());
        double way = 3 * millis(block.noticed()) + shipped * MILLIS_PER_BYTE;
        if (whole >= LONG_MILLIS) {
            beyondBlocks.add((millis(block.seen()) - way - whole) / whole);
        }
        double untimed = block.samples().size() * (UNTIMED_MILLIS + block.bytes() * MILLIS_PER_BYTE);
        if (sum >= LONG_MILLIS) {
            beyondSamples.add((told - untimed - sum) / sum);
        }
    }

    /** What speaks against the runner's figures; empty where nothing does, or too little was seen. */
    public Optional<String> doubt() {
        return doubt(beyondBlocks, "blocks, by its own clock").or(() -> doubt(beyondSamples, "samples"));
    }

    private static Optional<String> doubt(List<Double> beyond, String what) {
        if (beyond.size() < ENOUGH) {
            return Optional.empty();
        }
        double median = Samples.ofMillis(
                        beyond.stream().mapToDouble(value -> Math.max(0, value)).toArray())
                .median();
        return median > MOST
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "noisy: %.2f times as long passed as the runner tells of in its %s (median of %d blocks)",
                        1 + median,
                        what,
                        beyond.size()))
                : Optional.empty();
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
