package dev.bascule.fallback.job;

import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Steps that go on from the state that the steps before left, such as those of a training run. The first request of a session begins at the
 * session's own tensors of the carried inputs: what it ran when it was opened does not count. Immutable.
 *
 * @param steps the inputs of each, one step at least; an input that is left out has the session's own tensor, and a carried one the output
 *     of the step before. A carried input that is given begins anew from there, which only the first step may do
 * @param read outputs that are brought to the CPU after the last step, besides those that the job wants of each: the state
 * @param limit how long the steps may take by the runner's clock: none is begun after it, but one is run in any case
 */
public record AdvanceRequest(List<Map<String, Tensor>> steps, Set<String> read, Duration limit) {
    public AdvanceRequest {
        steps = steps.stream().map(Map::copyOf).toList();
        read = Set.copyOf(read);
        if (steps.isEmpty() || limit.isNegative()) {
            throw new IllegalArgumentException("%d steps in %s".formatted(steps.size(), limit));
        }
    }
}
