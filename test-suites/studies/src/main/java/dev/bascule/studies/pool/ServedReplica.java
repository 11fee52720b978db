package dev.bascule.studies.pool;

import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one replica did. Immutable.
 *
 * @param number among those of its model, from 0 on
 * @param answered requests that it answered rightly
 * @param failed requests that it failed
 * @param checked answers of both that were held against the reference
 * @param losses how often its process went while it was to answer; the request went to whoever was next
 * @param loads how often it was loaded, the first time included
 * @param taken of those answered, in order: from its being asked to its answer, the ways there and back included
 * @param processorTime of its processes while requests came, ended ones as well; empty where the system does not tell
 * @param emptyBytes what its processes held before its model was there; empty where nobody can read it
 * @param peakBytes the most that they were seen to hold, read four times a second; empty likewise
 */
public record ServedReplica(
        String model,
        String target,
        int number,
        int answered,
        int failed,
        int checked,
        int losses,
        int loads,
        Samples taken,
        Optional<Duration> processorTime,
        OptionalLong emptyBytes,
        OptionalLong peakBytes) {

    /** What its processes grew by with the model, as far as was seen. */
    public OptionalLong grownBytes() {
        return emptyBytes.isPresent() && peakBytes.isPresent()
                ? OptionalLong.of(Math.max(0, peakBytes.getAsLong() - emptyBytes.getAsLong()))
                : OptionalLong.empty();
    }
}
