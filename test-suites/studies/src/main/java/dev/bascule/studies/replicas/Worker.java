package dev.bascule.studies.replicas;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.session.Ended;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where a replica computes its gradients. Belongs to its replica's thread, but for {@link #kill}. */
public interface Worker extends AutoCloseable {

    /** Opens its model, in a process that may have to be started first; why not, where it cannot. */
    Optional<Ended> open(Map<String, Tensor> inputs);

    /**
     * Loss and gradients.
     *
     * @param inputs all of them
     * @param read what else is brought, of what it was fed
     */
    Reply<Advance> compute(Map<String, Tensor> inputs, Set<String> read);

    /** What went over its connection so far, as the host counted it. */
    Optional<WireTraffic> traffic();

    /** Ends its session in good order: where it ran; empty where it ended before, or cannot. */
    Optional<SessionPlacement> end();

    /** Kills its process at once. Callable from any thread. */
    void kill();

    @Override
    void close();
}
