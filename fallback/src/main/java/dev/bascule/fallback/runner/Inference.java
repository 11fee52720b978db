package dev.bascule.fallback.runner;

import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Map;

/**
 * One inference on inputs of its own. The three times are all of it, as the host saw it: the ways are what is not computing.
 *
 * @param outputs by name
 * @param there from the first byte sent until the runner's word that the inputs are in the engine's hands
 * @param compute the engine's call, by the runner's clock, to the data on the CPU
 * @param back the rest, until the last output was here
 */
public record Inference(Map<String, Tensor> outputs, Duration there, Duration compute, Duration back) {

    public Inference {
        outputs = Map.copyOf(outputs);
    }

    /** From the first byte sent to the last output here. */
    public Duration total() {
        return there.plus(compute).plus(back);
    }
}
