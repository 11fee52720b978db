package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.kernel.Kernel;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Operators that work element by element. Stateless. */
public final class PointwiseKernels {
    private PointwiseKernels() {}

    public static Map<String, Kernel> all() {
        Map<String, Kernel> all = new HashMap<>(Map.of(
                "Pow",
                Kernel.of(PowerKernel::pow),
                "Clip",
                Kernel.of(ClipKernel::clip),
                "Dropout",
                DropoutKernel::dropout));
        Stream.of(
                        ArithmeticKernels.all(),
                        FunctionKernels.all(),
                        RectifierKernels.all(),
                        GatedKernels.all(),
                        LogicKernels.all(),
                        BitKernels.all())
                .forEach(all::putAll);
        return all;
    }
}
