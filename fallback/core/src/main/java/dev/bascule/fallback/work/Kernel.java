package dev.bascule.fallback.work;

import java.util.List;

/**
 * Kernels of one operator, provider, types and shapes, which a model runs so many times in one inference. Immutable.
 *
 * @param operator of the optimised graph, such as {@code Conv} or {@code FusedMatMul}
 * @param provider the execution provider that ran it
 * @param inputs in order; of an input that was left out there is none
 * @param outputs in order
 * @param count how many such kernels one inference runs
 * @param millis what they took together in one inference, the median of several, by the engine's own clock
 */
public record Kernel(
        String operator,
        String provider,
        List<KernelTensor> inputs,
        List<KernelTensor> outputs,
        int count,
        double millis) {

    public Kernel {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        if (count < 1 || !(millis >= 0)) {
            throw new IllegalArgumentException("%d kernels in %s ms".formatted(count, millis));
        }
    }
}
