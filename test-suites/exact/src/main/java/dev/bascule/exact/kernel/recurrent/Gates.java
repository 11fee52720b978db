package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the gates of one direction are fed: products of the input and of the hidden state with weights, and biases. What it gives is
 * {@code [batch, hidden]} of one gate. Belongs to one thread.
 */
final class Gates {
    private final Rounding rounding;
    private final DType dtype;
    private final int direction;
    private final int batch;
    private final int size;
    private final int hidden;
    private final int many;
    private final double[] recurrence;
    /** The same as factors are taken. */
    private final double[] factors;
    /** {@code [2, gates, hidden]}: those of the input, then those of the hidden state. */
    private final double[] biases;
    /** X·Wᵀ of all steps: {@code [length, batch, gates, hidden]}. */
    private final double[] projected;

    private final Supplier<double[]> projectedSquares;
    private Optional<double[]> squares = Optional.empty();

    Gates(Call call, Reals x, int direction, int many) {
        rounding = call.rounding();
        dtype = x.dtype();
        this.direction = direction;
        this.many = many;
        batch = x.dims()[1];
        size = x.dims()[2];
        hidden = call.reals(2).dims()[2];
        double[] weights = RecurrentLayer.part(call, 1, direction).orElseThrow();
        recurrence = RecurrentLayer.part(call, 2, direction).orElseThrow();
        biases = RecurrentLayer.part(call, 3, direction).orElseGet(() -> new double[2 * many * hidden]);
        if (weights.length != many * hidden * size
                || recurrence.length != many * hidden * hidden
                || biases.length != 2 * many * hidden) {
            throw new IllegalArgumentException("%s of inputs of %d and %d hidden has weights of other sizes"
                    .formatted(call.operator(), size, hidden));
        }
        int rows = Dims.size(x.dims()[0], batch);
        factors = factor(recurrence);
        projected = Rows.products(factor(x.data()), rows, factor(weights), 0, many * hidden, size);
        projectedSquares =
                () -> Rows.products(Rows.squares(x.data()), rows, Rows.squares(weights), 0, many * hidden, size);
    }

    /** As products take it. */
    private double[] factor(double... values) {
        return rounding.factor(ProductKind.GEMM, new Reals(dtype, values, values.length))
                .data();
    }

    int direction() {
        return direction;
    }

    int hidden() {
        return hidden;
    }

    Rounding rounding() {
        return rounding;
    }

    /** As a result of this layer's type. */
    Reals reals(double... values) {
        return new Reals(dtype, values, batch, hidden);
    }

    /**
     * {@code Xt·Wᵀ + H·Rᵀ + Wb + Rb}, and what is added to it.
     *
     * @param more terms of other kinds, one for each element
     */
    Reals fed(int gate, int[] rows, double[] state, Optional<double[]> more) {
        double[] sums = sum(gate, rows, product(factor(state), factors, gate), projected, false);
        add(sums, bias(1, gate, false));
        more.ifPresent(terms -> add(sums, terms));
        return rounding.products(ProductKind.GEMM, reals(sums), size + hidden + 2, () -> {
            double[] all =
                    sum(gate, rows, product(Rows.squares(state), Rows.squares(recurrence), gate), squares(), true);
            add(all, bias(1, gate, true));
            more.ifPresent(terms -> add(all, Rows.squares(terms)));
            return reals(all);
        });
    }

    /** {@code H·Rᵀ + Rb}. */
    Reals recurrent(int gate, double... state) {
        double[] products = product(factor(state), factors, gate);
        add(products, bias(1, gate, false));
        return rounding.products(ProductKind.GEMM, reals(products), hidden + 1, () -> {
            double[] all = product(Rows.squares(state), Rows.squares(recurrence), gate);
            add(all, bias(1, gate, true));
            return reals(all);
        });
    }

    /** {@code Xt·Wᵀ + Wb}, and what is added to it. */
    Reals fedBeside(int gate, int[] rows, double... more) {
        double[] sums = sum(gate, rows, more, projected, false);
        return rounding.products(
                ProductKind.GEMM,
                reals(sums),
                size + 2,
                () -> reals(sum(gate, rows, Rows.squares(more), squares(), true)));
    }

    /** {@code 1 - a}. */
    double[] others(double... a) {
        return rounding.relative(reals(a).mapped(value -> 1 - value), 1).data();
    }

    /** {@code a ⊙ b}. */
    double[] product(double[] a, double[] b) {
        return rounding.relative(reals(products(a, b)), 1).data();
    }

    /** {@code a ⊙ b + c ⊙ d}. */
    double[] sumOfProducts(double[] a, double[] b, double[] c, double[] d) {
        double[] sums = products(a, b);
        add(sums, products(c, d));
        return rounding.sum(reals(sums), 2, () -> {
                    double[] all = Rows.squares(products(a, b));
                    add(all, Rows.squares(products(c, d)));
                    return reals(all);
                })
                .data();
    }

    private static double[] products(double[] a, double[] b) {
        double[] products = new double[a.length];
        for (int i = 0; i < products.length; i++) {
            products[i] = a[i] * b[i];
        }
        return products;
    }

    private double[] squares() {
        double[] computed = squares.orElseGet(projectedSquares);
        squares = Optional.of(computed);
        return computed;
    }

    private double[] product(double[] state, double[] weights, int gate) {
        return Rows.products(state, batch, weights, gate * hidden, hidden, hidden);
    }

    private double[] sum(int gate, int[] rows, double[] products, double[] inputs, boolean squared) {
        double[] sums = bias(0, gate, squared);
        for (int i = 0; i < batch; i++) {
            // A sequence that has ended has no input.
            int from = rows[i] < 0 ? -1 : (rows[i] * many + gate) * hidden;
            for (int j = 0; j < hidden; j++) {
                sums[i * hidden + j] += products[i * hidden + j] + (from < 0 ? 0 : inputs[from + j]);
            }
        }
        return sums;
    }

    /** For each sequence. */
    private double[] bias(int kind, int gate, boolean squared) {
        double[] bias = new double[batch * hidden];
        for (int i = 0; i < bias.length; i++) {
            double one = biases[(kind * many + gate) * hidden + i % hidden];
            bias[i] = squared ? one * one : one;
        }
        return bias;
    }

    private static void add(double[] to, double... terms) {
        for (int i = 0; i < to.length; i++) {
            to[i] += terms[i];
        }
    }
}
