package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A perturbation of each real number by a little, as rounding on the way would have. Stateless. */
final class InputPerturbation {
    /** Some units in the last place of a float32. */
    private static final double RELATIVE = 0x1p-21;

    private InputPerturbation() {}

    /** A float32 or float64 tensor moved; any other as it is. Zero and what is not finite stay. */
    static Tensor of(Tensor tensor, SplitMix random) {
        DType dtype = tensor.dtype();
        if (dtype != DType.FLOAT32 && dtype != DType.FLOAT64) {
            return tensor;
        }
        byte[] bytes = tensor.bytes();
        ByteBuffer values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int width = dtype.bits() / Byte.SIZE;
        for (int at = 0; at < bytes.length; at += width) {
            double factor = 1 + (random.nextLong() < 0 ? -RELATIVE : RELATIVE);
            if (dtype == DType.FLOAT32) {
                values.putFloat(at, (float) (values.getFloat(at) * factor));
            } else {
                values.putDouble(at, values.getDouble(at) * factor);
            }
        }
        return Tensor.of(dtype, tensor.shape(), bytes);
    }
}
