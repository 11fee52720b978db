package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.ProductKind;
import java.util.Optional;

/** Products with weights of few bits that are scaled in blocks: com.microsoft.MatMulNBits. Stateless. */
final class BlockWeights {
    private BlockWeights() {}

    static Operand matMul(Call call) {
        if (call.has(4)) {
            throw new UnsupportedOperatorException("MatMulNBits with rows in another order (g_idx)");
        }
        call.refuseUnless("weight_prepacked", 0);
        long accuracy = call.integer("accuracy_level", 0);
        if (accuracy > 1) {
            throw new UnsupportedOperatorException(
                    "MatMulNBits with accuracy_level %d, which lets an engine compute with narrower inputs"
                            .formatted(accuracy));
        }
        Reals a = call.reals(0);
        Reals weights = weights(call, a);
        Reals y = MatrixProducts.rounded(a, MatrixProducts.turned(weights), ProductKind.MATMUL, call.rounding());
        return call.realsIf(5)
                .map(bias -> MatrixProducts.plus(y, bias, call.rounding()))
                .orElse(y);
    }

    /** One row for each column of the product: {@code (stored - zero point) · scale}, which is exact. */
    private static Reals weights(Call call, Reals a) {
        int depth = Math.toIntExact(call.integer("K", 0));
        int rows = Math.toIntExact(call.integer("N", 0));
        int bits = Math.toIntExact(call.integer("bits", 4));
        int blockSize = Math.toIntExact(call.integer("block_size", 32));
        if (bits != 2 && bits != 4 && bits != 8) {
            throw new UnsupportedOperatorException("MatMulNBits of %d bits".formatted(bits));
        }
        int blocks = (depth + blockSize - 1) / blockSize;
        Integers stored = call.integers(1);
        Reals scales = call.reals(2);
        Optional<Array> zeros = call.arrayIf(3);
        int bytes = blockSize * bits / Byte.SIZE;
        int zeroBytes = (blocks * bits + Byte.SIZE - 1) / Byte.SIZE;
        double[] weights = new double[rows * depth];
        for (int row = 0; row < rows; row++) {
            for (int block = 0; block < blocks; block++) {
                double scale = scales.data()[row * blocks + block];
                double zero = 1 << bits - 1;
                if (zeros.isPresent() && zeros.get() instanceof Integers packed) {
                    zero = field(packed, row * zeroBytes, block, bits);
                } else if (zeros.isPresent()) {
                    zero = ((Reals) zeros.get()).data()[row * blocks + block];
                }
                int end = Math.min(depth, (block + 1) * blockSize);
                for (int i = block * blockSize; i < end; i++) {
                    long value = field(stored, (row * blocks + block) * bytes, i - block * blockSize, bits);
                    weights[row * depth + i] = (value - zero) * scale;
                }
            }
        }
        return new Reals(a.dtype(), weights, rows, depth);
    }

    /** The lowest bits of a byte come first. */
    private static long field(Integers bytes, int offset, int index, int bits) {
        int perByte = Byte.SIZE / bits;
        return bytes.data()[offset + index / perByte] >> index % perByte * bits & (1 << bits) - 1;
    }
}
