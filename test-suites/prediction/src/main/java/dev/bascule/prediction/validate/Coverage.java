package dev.bascule.prediction.validate;

import dev.bascule.prediction.interval.ShareLimits;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How often intervals held what was measured. Immutable.
 *
 * @param level that they claim
 * @param held of the trials that had an interval, with limits of 95 %; empty where none had
 * @param halfWidth median, as a share of the predicted time; empty where none had
 * @param reason why none had; blank otherwise
 */
public record Coverage(double level, Optional<ShareLimits> held, OptionalDouble halfWidth, String reason) {

    /** Of which nothing is known. */
    static Coverage none(double level, String reason) {
        return new Coverage(level, Optional.empty(), OptionalDouble.empty(), reason);
    }

    /** Whether fewer were held than the level claims, beyond what chance explains: the data have drifted, or are unlike. */
    public boolean isAlarm() {
        return held.filter(limits -> limits.high() < level).isPresent();
    }
}
