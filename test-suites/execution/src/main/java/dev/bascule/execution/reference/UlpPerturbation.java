package dev.bascule.execution.reference;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * A perturbation of each finite value of a float tensor that is not zero by one unit in its last place, up or down by seed.
 * Stateless.
 */
final class UlpPerturbation {
    private UlpPerturbation() {}

    /** The tensor itself where its values are no floats of 16 bits or more. */
    static Tensor of(Tensor tensor, long seed) {
        int bits = tensor.dtype().bits();
        if (!tensor.dtype().isFloat() || bits < Short.SIZE) {
            return tensor;
        }
        SplittableRandom random = new SplittableRandom(seed);
        ByteBuffer data = ByteBuffer.wrap(tensor.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        Elements.Reader values = Elements.of(tensor);
        int n = Math.toIntExact(tensor.shape().elements());
        for (int i = 0; i < n; i++) {
            int step = random.nextBoolean() ? 1 : -1;
            double value = values.at(i);
            if (value == 0 || !Double.isFinite(value)) {
                continue;
            }
            // Neighbours of one sign have neighbouring bits.
            switch (bits) {
                case 16 -> data.putShort(i * 2, (short) (data.getShort(i * 2) + step));
                case 32 -> data.putInt(i * 4, data.getInt(i * 4) + step);
                default -> data.putLong(i * 8, data.getLong(i * 8) + step);
            }
        }
        return Tensor.of(tensor.dtype(), tensor.shape(), data.array());
    }
}
