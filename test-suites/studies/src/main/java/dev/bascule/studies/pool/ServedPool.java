package dev.bascule.studies.pool;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What serving a pool came to. Immutable.
 *
 * @param models each one's requests
 * @param replicas what each did
 * @param elapsed from the first moment of serving until the last answer, or until patience was over
 * @param peak the most that all replicas together were seen to hold, read four times a second; zeros where nobody can read it
 * @param interrupted whether it ended early
 */
public record ServedPool(
        List<ServedModel> models,
        List<ServedReplica> replicas,
        Duration elapsed,
        HeldMemory peak,
        boolean interrupted) {
    public ServedPool {
        models = List.copyOf(models);
        replicas = List.copyOf(replicas);
    }

    /** Of all replicas' processes while requests came; empty where the system tells of none. */
    public Optional<Duration> processorTime() {
        return replicas.stream().flatMap(each -> each.processorTime().stream()).reduce(Duration::plus);
    }
}
