package dev.bascule.fallback.attempt;

import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import java.util.List;

/**
 * An interleaved (ABBA) comparison of two targets in one session. The ratio is made of the blocks each time it is asked for.
 *
 * @param baseline id of the target compared with
 * @param own id of the target that this is about
 * @param blocks milliseconds, in order, by pairs of blocks
 */
public record Comparison(String baseline, String own, PairedBlocks blocks) {

    public Comparison(String baseline, String own, List<Samples> baselineBlocks, List<Samples> ownBlocks) {
        this(baseline, own, PairedBlocks.measured(baselineBlocks, ownBlocks));
    }

    /** Own over baseline: above 1 is slower. */
    public Ratio ratio() {
        return Ratio.ofPairs(blocks.own(), blocks.baseline());
    }

    public Samples baselineSamples() {
        return Samples.concat(blocks.baseline());
    }

    public Samples ownSamples() {
        return Samples.concat(blocks.own());
    }

    /** Whether it is with the native CPU: the ratio that scores and the matrix stand on. */
    public boolean isWithNativeCpu() {
        return baseline.startsWith("native/") && baseline.endsWith("/cpu-cpu");
    }
}
