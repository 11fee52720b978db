package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.linear.DotProductAttention.Result;
import dev.bascule.exact.kernel.linear.DotProductAttention.Visible;
import java.util.List;
import java.util.Optional;

/** ONNX's own Attention, from opset 23 on. Stateless. */
final class OnnxAttention {
    private OnnxAttention() {}

    static List<Operand> attention(Call call) {
        Reals q = Heads.of(call.reals(0), Math.toIntExact(call.integer("q_num_heads", 0)));
        Reals k = Heads.of(call.reals(1), Math.toIntExact(call.integer("kv_num_heads", 0)));
        Reals v = Heads.of(call.reals(2), Math.toIntExact(call.integer("kv_num_heads", 0)));
        Reals keys = Heads.after(call.realsIf(4), k);
        Reals values = Heads.after(call.realsIf(5), v);
        int total = keys.dims()[2];
        double scale = call.real("scale", DotProductAttention.usualScale(q.dims()[3]));
        DotProductAttention core = new DotProductAttention(scale, call.real("softcap", 0), call.rounding());
        Optional<Array> mask = call.arrayIf(3);
        Optional<Reals> bias = mask.map(given -> bias(given, total, q));
        Optional<Integers> lengths = call.integersIf(6);
        int past = total - k.dims()[2];
        boolean causal = call.flag("is_causal");
        Visible visible = !causal && lengths.isEmpty()
                ? Visible.ALL
                : (batch, query, key) -> (!causal || key <= query + past(lengths, batch, q, past))
                        && (lengths.isEmpty() || key < lengths.get().data()[batch]);
        Result result = core.of(q, keys, values, bias, visible);
        Reals output = call.reals(0).rank() == 4 ? result.output() : Heads.merged(result.output());
        long mode = call.integer("qk_matmul_output_mode", 0);
        if (call.wants(3) && (mode == 1 || mode == 2)) {
            throw new UnsupportedOperatorException(
                    "Attention with qk_matmul_output_mode %d, which texts of ONNX define differently".formatted(mode));
        }
        Reals shown = mode == 0 ? result.products() : result.weights();
        return List.of(output, keys, values, shown);
    }

    private static int past(Optional<Integers> lengths, int batch, Reals q, int past) {
        return lengths.map(each -> Math.toIntExact(each.data()[batch]) - q.dims()[2])
                .orElse(past);
    }

    /** A mask of booleans adds minus infinity where it is false; one shorter than the keys hides the rest. */
    private static Reals bias(Array mask, int total, Reals q) {
        Reals added = mask instanceof Integers seen
                ? seen.reals(q.dtype()).mapped(value -> value != 0 ? 0 : Double.NEGATIVE_INFINITY)
                : (Reals) mask;
        int width = added.dims()[added.rank() - 1];
        if (width >= total) {
            return added;
        }
        int[] dims = added.dims().clone();
        dims[dims.length - 1] = total;
        int[] from = new int[added.size() / width * total];
        for (int i = 0; i < from.length; i++) {
            from[i] = i % total < width ? i / total * width + i % total : added.size();
        }
        Reals hidden = new Reals(added.dtype(), new double[] {Double.NEGATIVE_INFINITY}, 1);
        return (Reals) Array.joined(List.of(added, hidden)).picked(from, dims);
    }
}
