package dev.bascule.quantization.method;

import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.method.UniformCoder.Spread;
import java.util.Optional;

/** How a layer's weight is written in a precision. Stateless. */
final class LayerCoders {
    private LayerCoders() {}

    /** Empty of float32, which stays. */
    static Optional<WeightCoder> of(LayerPrecision precision) {
        return switch (precision) {
            case FLOAT32 -> Optional.empty();
            case FLOAT16 -> Optional.of(new HalfCoder());
            case INT8 -> Optional.of(new UniformCoder(8, Spread.CHANNEL, 1, true));
            case INT4 -> Optional.of(new UniformCoder(4, Spread.BLOCK, 32, false));
        };
    }

    /** The operator set that it needs: float16 is cast in every one that has Cast to a type by number. */
    static long opset(LayerPrecision precision) {
        return switch (precision) {
            case FLOAT32 -> 1;
            case FLOAT16 -> 6;
            case INT8 -> 13;
            case INT4 -> 21;
        };
    }
}
