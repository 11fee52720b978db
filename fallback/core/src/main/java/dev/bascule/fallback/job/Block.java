package dev.bascule.fallback.job;

import dev.bascule.fallback.measure.Samples;
import java.util.List;

/**
 * One measured block.
 *
 * @param samples milliseconds per iteration, in order
 * @param newOutputs outputs that differ from all seen before at their step; empty when every iteration repeated one
 * @param challenged the answers to the request's challenges, in its order
 */
public record Block(Samples samples, Outputs newOutputs, List<ChallengeAnswer> challenged) {

    public Block {
        challenged = List.copyOf(challenged);
    }

    /** One without challenges. */
    public Block(Samples samples, Outputs newOutputs) {
        this(samples, newOutputs, List.of());
    }
}
