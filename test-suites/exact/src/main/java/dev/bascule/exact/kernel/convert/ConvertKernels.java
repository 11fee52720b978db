package dev.bascule.exact.kernel.convert;

import dev.bascule.exact.kernel.Kernel;
import java.util.Map;

/** Operators from one element type to another. Stateless. */
public final class ConvertKernels {
    private ConvertKernels() {}

    public static Map<String, Kernel> all() {
        return Map.of(
                "BitCast", Kernel.of(Casts::bitCast),
                "Cast", Kernel.of(Casts::cast),
                "CastLike", Kernel.of(Casts::castLike),
                "DequantizeLinear", Kernel.of(Quantization::dequantize),
                "DynamicQuantizeLinear", DynamicQuantization::linear,
                "QuantizeLinear", Kernel.of(Quantization::quantize));
    }
}
