package dev.bascule.fallback.job;

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

    /**
     * What the host's clock and the runner's tell together. The runner's word that the inputs are there is read when the
     * host comes to it, perhaps only after the computing was done: a way is never longer than what computing leaves of the
     * whole.
     *
     * @param noticed from the first byte sent until the host read the runner's word
     * @param total from the first byte sent until the last output was here
     */
    public static Inference timed(Map<String, Tensor> outputs, Duration noticed, Duration compute, Duration total) {
        Duration ways = total.compareTo(compute) > 0 ? total.minus(compute) : Duration.ZERO;
        Duration there = noticed.compareTo(ways) < 0 ? noticed : ways;
        return new Inference(outputs, there, compute, ways.minus(there));
    }

    /** From the first byte sent to the last output here. */
    public Duration total() {
        return there.plus(compute).plus(back);
    }
}
