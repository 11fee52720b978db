package dev.bascule.fallback.work;

import dev.bascule.fallback.backend.Engine;
import java.util.List;

/**
 * What a model asks of a machine with inputs of certain shapes: the kernels of the graph that ONNX Runtime made of it on native
 * CPU, as its profile tells them. Immutable.
 *
 * @param model SHA-256 of the model
 * @param inputs names, types and shapes as {@link dev.bascule.fallback.attempt.CaseInputs#shapes} writes them
 * @param engine whose optimised graph it is, and whose times
 * @param threads of the engine
 * @param kernels what ran, in the order of the first of each
 */
public record ModelWork(String model, String inputs, Engine engine, int threads, List<Kernel> kernels) {

    /** Different ones: of a graph's nodes, many are alike. */
    public static final int MOST_KERNELS = 4096;

    public ModelWork {
        kernels = List.copyOf(kernels);
        if (threads < 1 || kernels.size() > MOST_KERNELS) {
            throw new IllegalArgumentException("%d kernels on %d threads".formatted(kernels.size(), threads));
        }
    }

    /** What sets it apart from others: what was learned of the same later takes its place. */
    public record Key(String model, String inputs, Engine engine, int threads) {}

    public Key key() {
        return new Key(model, inputs, engine, threads);
    }

    /** How many kernels one inference runs. */
    public int count() {
        return kernels.stream().mapToInt(Kernel::count).sum();
    }

    /** What they took together in one inference, by the engine's clock. */
    public double millis() {
        return kernels.stream().mapToDouble(Kernel::millis).sum();
    }
}
