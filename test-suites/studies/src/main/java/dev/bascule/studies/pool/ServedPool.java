package dev.bascule.studies.pool;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What serving a pool came to. Immutable.
 *
 * @param models each one's requests
 * @param elapsed from the first moment of serving until the last answer, or until patience was over
 * @param processorTime of all replicas' processes meanwhile; empty where the system does not tell
 * @param peakResidentBytes the most that all replicas together were seen to hold, read four times a second; 0 where nobody can read it
 * @param interrupted whether it ended early
 */
public record ServedPool(
        List<ServedModel> models,
        Duration elapsed,
        Optional<Duration> processorTime,
        long peakResidentBytes,
        boolean interrupted) {
    public ServedPool {
        models = List.copyOf(models);
    }
}
