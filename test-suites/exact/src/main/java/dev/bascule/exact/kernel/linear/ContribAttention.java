package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.linear.DotProductAttention.Visible;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.exact.rounding.Rounding;
import java.util.List;
import java.util.Optional;

/** Attention as ONNX Runtime's exporters and optimizer write it, in the domain com.microsoft (its ContribOperators.md). Stateless. */
final class ContribAttention {
    private ContribAttention() {}

    /** One input that queries, keys and values are made of. */
    static List<Operand> attention(Call call) {
        refuse(call, 4, "a past");
        if (call.flag("do_rotary") || call.has(6)) {
            throw new UnsupportedOperatorException("com.microsoft.Attention with rotary embedding or a past length");
        }
        int heads = Math.toIntExact(call.integer("num_heads", 1));
        Rounding rounding = call.rounding();
        Reals made = MatrixProducts.rounded(call.reals(0), call.reals(1), ProductKind.MATMUL, rounding);
        Reals all = call.realsIf(2)
                .map(bias -> MatrixProducts.plus(made, bias, rounding))
                .orElse(made);
        int[] sizes = call.integers("qkv_hidden_sizes")
                .map(given -> new int[] {(int) given[0], (int) given[1], (int) given[2]})
                .orElseGet(() -> thirds(all.dims()[2]));
        Reals q = Heads.split(Heads.columns(all, 0, sizes[0]), heads);
        Reals k = Heads.split(Heads.columns(all, sizes[0], sizes[1]), heads);
        Reals v = Heads.split(Heads.columns(all, sizes[0] + sizes[1], sizes[2]), heads);
        Optional<Reals> mask = call.integersIf(3).map(given -> hidden(call, given, q, k.dims()[2]));
        Visible visible = call.flag("unidirectional") ? (batch, query, key) -> key <= query : Visible.ALL;
        Optional<Reals> bias = both(mask, call.realsIf(5));
        return List.of(Heads.merged(core(call, q).of(q, k, v, bias, visible).output()));
    }

    static List<Operand> multiHead(Call call) {
        if (!call.has(1) || !call.has(2)) {
            throw new UnsupportedOperatorException("com.microsoft.MultiHeadAttention with packed inputs");
        }
        int heads = Math.toIntExact(call.integer("num_heads", 1));
        Rounding rounding = call.rounding();
        Reals query = call.reals(0);
        int hidden = query.dims()[2];
        Optional<Reals> bias = call.realsIf(3);
        Reals q = Heads.split(biased(query, bias, 0, hidden, rounding), heads);
        Reals k = part(call, 1, bias, hidden, heads);
        Reals v = part(call, 2, bias, 2 * hidden, heads);
        Reals keys = Heads.after(call.realsIf(6), k);
        Reals values = Heads.after(call.realsIf(7), v);
        Optional<Reals> mask = call.integersIf(4).map(given -> hidden(call, given, q, keys.dims()[2]));
        int past = keys.dims()[2] - k.dims()[2];
        Visible visible = call.flag("unidirectional") ? (batch, from, key) -> key <= from + past : Visible.ALL;
        Reals output = core(call, q)
                .of(q, keys, values, both(mask, call.realsIf(5)), visible)
                .output();
        return List.of(Heads.merged(output), keys, values);
    }

    static DotProductAttention core(Call call, Reals q) {
        double scale = call.real("scale", 0);
        return new DotProductAttention(
                scale == 0 ? DotProductAttention.usualScale(q.dims()[3]) : scale,
                call.real("softcap", 0),
                call.rounding());
    }

    private static Reals part(Call call, int input, Optional<Reals> bias, int from, int heads) {
        Reals given = call.reals(input);
        return given.rank() == 4
                ? given
                : Heads.split(biased(given, bias, from, given.dims()[2], call.rounding()), heads);
    }

    private static Reals biased(Reals values, Optional<Reals> bias, int from, int count, Rounding rounding) {
        return bias.map(all -> MatrixProducts.plus(values, Heads.columns(all, from, count), rounding))
                .orElse(values);
    }

    private static int[] thirds(int all) {
        return new int[] {all / 3, all / 3, all / 3};
    }

    private static void refuse(Call call, int input, String what) {
        if (call.has(input)) {
            throw new UnsupportedOperatorException(call.operator() + " with " + what);
        }
    }

    private static Optional<Reals> both(Optional<Reals> mask, Optional<Reals> bias) {
        return mask.isPresent() && bias.isPresent()
                ? Optional.of(MatrixProducts.plus(repeatedLike(bias.get(), mask.get()), mask.get(), Rounding.NONE))
                : mask.or(() -> bias);
    }

    private static Reals repeatedLike(Reals bias, Reals mask) {
        int[] dims = Dims.broadcast(bias.dims(), mask.dims());
        return bias.picked(Dims.repeated(bias.dims(), dims), dims);
    }

    /** What is added to the scores of keys that a mask hides: batch, 1, 1 or queries, keys. */
    private static Reals hidden(Call call, Integers mask, Reals q, int keys) {
        double filter = call.real("mask_filter_value", -10000);
        int batch = q.dims()[0];
        if (mask.rank() == 1) {
            if (mask.size() != batch) {
                throw new UnsupportedOperatorException(call.operator() + " with a mask of beginnings and ends");
            }
            double[] added = new double[batch * keys];
            for (int i = 0; i < added.length; i++) {
                added[i] = i % keys < mask.data()[i / keys] ? 0 : filter;
            }
            return new Reals(q.dtype(), added, batch, 1, 1, keys);
        }
        Reals added = mask.reals(q.dtype()).mapped(seen -> seen != 0 ? 0 : filter);
        int[] dims = mask.dims();
        return switch (dims.length) {
            case 2 -> added.reshaped(dims[0], 1, 1, dims[1]);
            case 3 -> added.reshaped(dims[0], 1, dims[1], dims[2]);
            default ->
                throw new UnsupportedOperatorException(
                        "%s with a mask of %d dimensions".formatted(call.operator(), dims.length));
        };
    }
}
