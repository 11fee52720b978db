package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.reduce.Exponentials;
import dev.bascule.exact.kernel.reduce.Groups;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.exact.rounding.Rounding;
import java.util.Arrays;
import java.util.Optional;

/**
 * Attention by scaled dot products: {@code softmax(q·kᵀ · scale + bias) · v}, the one core of every operator of that kind. Immutable.
 *
 * @param scale of the products
 * @param softcap where above 0 the products are held within it, by {@code softcap · tanh(x / softcap)}
 * @param rounding what is told of each operation
 */
record DotProductAttention(double scale, double softcap, Rounding rounding) {

    /** Which keys a query sees. */
    @FunctionalInterface
    interface Visible {
        /** Each sees all. */
        Visible ALL = (batch, query, key) -> true;

        boolean sees(int batch, int query, int key);
    }

    /** The usual scale: one over the root of the size of a head. */
    static double usualScale(int headSize) {
        return 1 / Math.sqrt(headSize);
    }

    /**
     * What came of it, with steps on the way.
     *
     * @param products of queries and keys, scaled
     * @param weights of the values
     */
    record Result(Reals output, Reals products, Reals weights) {}

    /**
     * @param q batch, heads, queries, size of a head
     * @param k batch, heads or a divisor of them, keys, size of a head
     * @param v batch, as many heads as k, keys, size of a result
     * @param bias added to the products, repeated to batch, heads, queries, keys
     */
    Result of(Reals q, Reals k, Reals v, Optional<Reals> bias, Visible visible) {
        Reals keys = shared(k, q.dims()[1]);
        Reals products = rounding.relative(
                MatrixProducts.rounded(q, MatrixProducts.turned(keys), ProductKind.MATMUL, rounding)
                        .mapped(value -> value * scale),
                1);
        Reals capped = softcap > 0
                ? rounding.ranged(products.mapped(value -> softcap * Math.tanh(value / softcap)), 4, softcap)
                : products;
        Reals biased = masked(
                bias.map(more -> MatrixProducts.plus(capped, more, rounding)).orElse(capped), visible);
        Reals weights = softmax(biased);
        Reals output = MatrixProducts.rounded(weights, shared(v, q.dims()[1]), ProductKind.MATMUL, rounding);
        return new Result(output, products, weights);
    }

    /** Heads of keys and values are shared by neighbouring heads of queries. */
    private static Reals shared(Reals heads, int wanted) {
        int[] dims = heads.dims();
        if (dims[1] == wanted) {
            return heads;
        }
        if (dims[1] == 0 || wanted % dims[1] != 0) {
            throw new IllegalArgumentException("%d heads cannot share %d".formatted(wanted, dims[1]));
        }
        int[] strides = Dims.strides(dims);
        int[] wide = {dims[0], dims[1], wanted / dims[1], dims[2], dims[3]};
        int[] steps = {strides[0], strides[1], 0, strides[2], strides[3]};
        return heads.picked(Dims.walked(0, steps, wide), dims[0], wanted, dims[2], dims[3]);
    }

    private static Reals masked(Reals scores, Visible visible) {
        if (visible == Visible.ALL) {
            return scores;
        }
        int[] dims = scores.dims();
        double[] masked = scores.data().clone();
        for (int row = 0; row < masked.length / Math.max(1, dims[3]); row++) {
            int query = row % dims[2];
            int batch = row / (dims[2] * dims[1]);
            for (int key = 0; key < dims[3]; key++) {
                if (!visible.sees(batch, query, key)) {
                    masked[row * dims[3] + key] = Double.NEGATIVE_INFINITY;
                }
            }
        }
        return new Reals(scores.dtype(), masked, dims);
    }

    /** Over the last dimension; a row that sees nothing is all zeros. */
    private Reals softmax(Reals scores) {
        int width = scores.dims()[3];
        double[] weights = Exponentials.softmax(Groups.over(scores.dims(), -1), scores, rounding)
                .data()
                .clone();
        for (int from = 0; from < weights.length; from += width) {
            double most = Double.NEGATIVE_INFINITY;
            for (int i = from; i < from + width; i++) {
                most = Math.max(most, scores.data()[i]);
            }
            if (Double.isInfinite(most)) {
                Arrays.fill(weights, from, from + width, 0);
            }
        }
        return new Reals(scores.dtype(), weights, scores.dims());
    }
}
