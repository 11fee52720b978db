package dev.bascule.fallback.work;

import dev.bascule.fallback.text.PlainText;
import java.util.List;

/**
 * Kernels of one operator, provider, types and shapes, which a model runs so many times in one inference. Immutable.
 *
 * @param operator of the optimised graph, such as {@code Conv} or {@code FusedMatMul}
 * @param provider the execution provider that ran it
 * @param inputs in order; of an input that was left out, or that is no tensor, there is none
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
    private static final int LONGEST_NAME = 200;
    private static final int MOST_TENSORS = 1024;
    private static final int MOST = 10_000_000;
    /** A day. */
    private static final double MOST_MILLIS = 86_400_000;

    public Kernel {
        operator = name(operator);
        provider = name(provider);
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        if (inputs.size() > MOST_TENSORS || outputs.size() > MOST_TENSORS) {
            throw new IllegalArgumentException(
                    "a kernel has %d inputs and %d outputs".formatted(inputs.size(), outputs.size()));
        }
        if (count < 1 || count > MOST || !(millis >= 0 && millis <= MOST_MILLIS)) {
            throw new IllegalArgumentException("%d kernels in %s ms".formatted(count, millis));
        }
    }

    private static String name(String given) {
        String line = PlainText.line(given);
        if (line.isBlank() || line.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("a kernel's name has %d characters".formatted(line.length()));
        }
        return line;
    }
}
