package dev.bascule.studies.truth;

import dev.bascule.fallback.numerics.Difference;
import java.util.Optional;

/**
 * One value on one target, held against the exact one. Immutable.
 *
 * @param difference empty where the target does not tell the value
 * @param allowed in words; empty where it was not compared
 * @param reason why it was not compared
 */
public record ValueTruth(
        ModelValue value, Optional<Difference> difference, Optional<String> allowed, Optional<String> reason) {

    /** Whether rounding does not explain it. */
    public boolean isOutside() {
        return difference.filter(seen -> seen.outside() > 0).isPresent();
    }

    /** How far off in units of what rounding explains; empty for whole numbers, and where nothing is known. */
    public Optional<Difference.Noise> noise() {
        return difference.flatMap(Difference::noise);
    }
}
