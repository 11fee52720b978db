package dev.bascule.studies.bisect;

import dev.bascule.fallback.measure.Ratio;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What one run of a case showed.
 *
 * @param verdict of the run, as a cell has it
 * @param note more of it in words: what failed, how far off; may be empty
 * @param maxError the largest absolute difference from the reference
 * @param sigmas the largest distance from the exact result, in standard deviations of what rounding makes of it
 * @param nodes how many ran where, by backend
 * @param ratio time over that of the good end, both in one session
 * @param overRuns the same over all runs of the pair so far, from the third on
 * @param engine the version that the engine itself told
 * @param browser the version that the browser itself told
 */
public record Seen(
        String verdict,
        String note,
        OptionalDouble maxError,
        OptionalDouble sigmas,
        Map<String, Integer> nodes,
        Optional<Ratio> ratio,
        Optional<Ratio> overRuns,
        Optional<String> engine,
        Optional<String> browser) {

    public Seen {
        nodes = java.util.Collections.unmodifiableMap(new TreeMap<>(nodes));
    }

    /** One that showed no more than its verdict. */
    public static Seen of(String verdict) {
        return new Seen(
                verdict,
                "",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** What is known best of how slow it is. */
    public Optional<Ratio> slowness() {
        return overRuns.or(() -> ratio);
    }

    public Seen telling(Optional<String> engineVersion, Optional<String> browserVersion) {
        return new Seen(verdict, note, maxError, sigmas, nodes, ratio, overRuns, engineVersion, browserVersion);
    }
}
