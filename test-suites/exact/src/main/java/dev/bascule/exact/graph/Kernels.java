package dev.bascule.exact.graph;

import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.kernel.control.ControlKernels;
import dev.bascule.exact.kernel.convert.ConvertKernels;
import dev.bascule.exact.kernel.linear.LinearKernels;
import dev.bascule.exact.kernel.normalize.NormalizeKernels;
import dev.bascule.exact.kernel.pointwise.PointwiseKernels;
import dev.bascule.exact.kernel.recurrent.RecurrentKernels;
import dev.bascule.exact.kernel.reduce.ReduceKernels;
import dev.bascule.exact.kernel.shape.ShapeKernels;
import dev.bascule.exact.kernel.signal.SignalKernels;
import dev.bascule.exact.kernel.text.TextKernels;
import dev.bascule.exact.kernel.training.TrainingKernels;
import dev.bascule.exact.kernel.window.WindowKernels;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The operators that the interpreter computes. Immutable and thread-safe. */
final class Kernels {
    private static final Map<String, Kernel> ALL = gathered();

    private Kernels() {}

    private static Map<String, Kernel> gathered() {
        Map<String, Kernel> all = new HashMap<>();
        Stream.of(
                        ShapeKernels.all(),
                        ControlKernels.all(),
                        TextKernels.all(),
                        ConvertKernels.all(),
                        PointwiseKernels.all(),
                        ReduceKernels.all(),
                        NormalizeKernels.all(),
                        TrainingKernels.all(),
                        LinearKernels.all(),
                        WindowKernels.all(),
                        RecurrentKernels.all(),
                        SignalKernels.all())
                .forEach(all::putAll);
        return Map.copyOf(all);
    }

    /** Of an operator; those of ONNX's own domain have a blank one, or {@code ai.onnx}. */
    static Optional<Kernel> of(String domain, String operator) {
        String name = domain.isEmpty() || domain.equals("ai.onnx") ? operator : domain + "." + operator;
        return Optional.ofNullable(ALL.get(name));
    }
}
