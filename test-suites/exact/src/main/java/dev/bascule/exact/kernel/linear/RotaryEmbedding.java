package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.Rounding;
import java.util.Optional;
import java.util.function.IntBinaryOperator;

/** Turning pairs of values by an angle that grows with their place. Stateless. */
final class RotaryEmbedding {
    private RotaryEmbedding() {}

    /** ONNX's, with the caches before the places. */
    static Operand onnx(Call call) {
        return rotated(call, call.reals(1), call.reals(2), call.integersIf(3));
    }

    /** com.microsoft's, with the places before the caches. */
    static Operand contrib(Call call) {
        call.refuseUnless("is_packed_batching", 0);
        if (call.real("scale", 1) != 1) {
            throw new UnsupportedOperatorException("RotaryEmbedding with a scale, which engines do not heed");
        }
        return rotated(call, call.reals(2), call.reals(3), Optional.of(call.integers(1)));
    }

    private static Operand rotated(Call call, Reals cos, Reals sin, Optional<Integers> places) {
        Reals x = call.reals(0);
        int turned = Math.toIntExact(call.integer("rotary_embedding_dim", 0));
        int heads = Math.toIntExact(call.integer("num_heads", 0));
        if (x.rank() == 3 && heads == 0) {
            // com.microsoft's tells the size of a head by its caches.
            heads = x.dims()[2] / (turned > 0 ? turned : 2 * cos.dims()[cos.rank() - 1]);
        }
        Reals wide = Heads.of(x, heads);
        int queries = wide.dims()[2];
        IntBinaryOperator row = places.<IntBinaryOperator>map(where -> where.size() == 1
                        ? (batch, query) -> Math.toIntExact(where.only()) + query
                        : (batch, query) -> Math.toIntExact(where.data()[batch * queries + query]))
                .orElse((batch, query) -> batch * queries + query);
        Reals result = turn(
                wide,
                new Table(cos, sin, row),
                turned > 0 ? turned : wide.dims()[3],
                call.flag("interleaved"),
                call.rounding());
        return x.rank() == 4 ? result : Heads.merged(result);
    }

    /**
     * The angles.
     *
     * @param cos rows of cosines, one for each pair
     * @param row which row belongs to a place of a batch
     */
    record Table(Reals cos, Reals sin, IntBinaryOperator row) {}

    /**
     * @param x batch, heads, places, size
     * @param turned how many values of each head are turned; the rest stay
     * @param interleaved whether neighbours are a pair, instead of the two halves
     */
    static Reals turn(Reals x, Table table, int turned, boolean interleaved, Rounding rounding) {
        double[] y = x.data().clone();
        double[] squares = MatrixProducts.squared(x).data();
        int[] dims = x.dims();
        int half = turned / 2;
        int width = table.cos.dims()[table.cos.rank() - 1];
        for (int at = 0; at < y.length / Math.max(1, dims[3]); at++) {
            int row = table.row.applyAsInt(at / (dims[2] * dims[1]), at % dims[2]) * width;
            for (int pair = 0; pair < half; pair++) {
                int first = at * dims[3] + (interleaved ? 2 * pair : pair);
                int second = interleaved ? first + 1 : first + half;
                double cos = table.cos.data()[row + pair];
                double sin = table.sin.data()[row + pair];
                double a = x.data()[first];
                double b = x.data()[second];
                y[first] = a * cos - b * sin;
                y[second] = a * sin + b * cos;
                squares[first] = a * a * cos * cos + b * b * sin * sin;
                squares[second] = a * a * sin * sin + b * b * cos * cos;
            }
        }
        return rounding.sum(new Reals(x.dtype(), y, dims), 2, () -> new Reals(x.dtype(), squares, dims));
    }
}
