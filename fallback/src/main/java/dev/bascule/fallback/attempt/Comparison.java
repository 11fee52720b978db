package dev.bascule.fallback.attempt;

import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;

/**
 * An interleaved (ABBA) comparison of two targets in one session.
 *
 * @param baseline id of the target compared with
 * @param own id of the target that this is about
 * @param baselineSamples milliseconds, in order
 * @param ownSamples milliseconds, in order
 * @param ratio own over baseline: above 1 is slower
 */
public record Comparison(String baseline, String own, Samples baselineSamples, Samples ownSamples, Ratio ratio) {

    /** Whether it is with the native CPU: the ratio that scores and the matrix stand on. */
    public boolean isWithNativeCpu() {
        return baseline.startsWith("native/") && baseline.endsWith("/cpu-cpu");
    }
}
