package dev.bascule.studies.training.peer;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a peer is asked to train. Immutable.
 *
 * @param forward from samples, targets and parameters to the loss, as {@code TrainingGraphs.forward} makes it
 * @param initial each parameter before the first step
 * @param batches one for each step
 * @param optimizer its name on the command line
 * @param settings of it; what is left empty has its default
 * @param clip to which norm of all gradients together they are scaled down; empty for not at all
 * @param precision what it computes in
 * @param threads from 1 on
 * @param timeout for all of it
 */
public record PeerRequest(
        TrainingGraph forward,
        Map<String, Tensor> initial,
        PeerBatches batches,
        String optimizer,
        OptimizerSettings settings,
        OptionalDouble clip,
        PeerPrecision precision,
        int threads,
        Duration timeout) {
    public PeerRequest {
        if (threads < 1) {
            throw new IllegalArgumentException("a peer has a thread");
        }
        initial = Collections.unmodifiableMap(new LinkedHashMap<>(initial));
    }
}
