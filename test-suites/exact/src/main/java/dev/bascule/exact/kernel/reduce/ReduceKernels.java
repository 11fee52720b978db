package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.kernel.Kernel;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Operators that reduce, rank or accumulate along axes. Stateless. */
public final class ReduceKernels {
    private ReduceKernels() {}

    public static Map<String, Kernel> all() {
        Map<String, Kernel> all = new HashMap<>();
        Stream.of(Reductions.all(), SoftmaxKernels.all(), Choices.all(), Running.all())
                .forEach(all::putAll);
        return all;
    }
}
