package dev.bascule.fallback.attempt;

import dev.bascule.fallback.measure.Samples;
import java.util.ArrayList;
import java.util.List;

/**
 * The samples of two sides that were measured in turn: the i-th own block ran beside the i-th baseline block. Immutable.
 *
 * @param baseline a block each, in order
 * @param own as many
 * @param recorded whether it is known where each block ends; where it is not, as in records of earlier builds, the samples are
 *     divided evenly
 */
public record PairedBlocks(List<Samples> baseline, List<Samples> own, boolean recorded) {

    /** @throws IllegalArgumentException without blocks, for sides of different numbers of them, and where a block's median is 0 */
    public PairedBlocks {
        baseline = List.copyOf(baseline);
        own = List.copyOf(own);
        if (own.isEmpty() || own.size() != baseline.size()) {
            throw new IllegalArgumentException("blocks come in pairs: " + own.size() + " and " + baseline.size());
        }
        if (!measurable(baseline) || !measurable(own)) {
            throw new IllegalArgumentException("a block has no samples, or its median is 0 ms");
        }
    }

    static PairedBlocks measured(List<Samples> baseline, List<Samples> own) {
        return new PairedBlocks(baseline, own, true);
    }

    /**
     * Blocks of which the sizes are known.
     *
     * @throws IllegalArgumentException for sizes that are not those of the samples
     */
    public static PairedBlocks cut(Samples baseline, List<Integer> baselineSizes, Samples own, List<Integer> ownSizes) {
        return new PairedBlocks(cut(baseline, baselineSizes), cut(own, ownSizes), true);
    }

    /**
     * Blocks of which only the number is known. They are as many as leave each block a median above 0.
     *
     * @throws IllegalArgumentException where even one pair has none
     */
    public static PairedBlocks even(Samples baseline, Samples own, int pairs) {
        int most = Math.max(1, Math.min(pairs, Math.min(baseline.size(), own.size())));
        for (int number = most; number > 1; number--) {
            List<Samples> baselines = cut(baseline, evenly(baseline.size(), number));
            List<Samples> owns = cut(own, evenly(own.size(), number));
            if (measurable(baselines) && measurable(owns)) {
                return new PairedBlocks(baselines, owns, false);
            }
        }
        return new PairedBlocks(List.of(baseline), List.of(own), false);
    }

    /** How many samples each block has. */
    public static List<Integer> sizes(List<Samples> blocks) {
        return blocks.stream().map(Samples::size).toList();
    }

    private static List<Integer> evenly(int samples, int blocks) {
        List<Integer> sizes = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            sizes.add((int) ((block + 1L) * samples / blocks - (long) block * samples / blocks));
        }
        return sizes;
    }

    private static List<Samples> cut(Samples samples, List<Integer> sizes) {
        if (sizes.stream().anyMatch(size -> size < 1)
                || sizes.stream().mapToLong(Integer::longValue).sum() != samples.size()) {
            throw new IllegalArgumentException(
                    "blocks of %s samples are not those of %d".formatted(sizes, samples.size()));
        }
        List<Samples> blocks = new ArrayList<>();
        int from = 0;
        for (int size : sizes) {
            blocks.add(samples.slice(from, from + size));
            from += size;
        }
        return blocks;
    }

    private static boolean measurable(List<Samples> blocks) {
        return blocks.stream().allMatch(block -> !block.isEmpty() && block.median() > 0);
    }
}
