package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.linear.DotProductAttention.Visible;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntBinaryOperator;

/** GroupQueryAttention of ONNX Runtime: causal, with the keys and values of the past in a buffer. Stateless. */
final class GroupQuery {
    /** Those that it reads, if only to refuse what they ask for. */
    static final Set<String> ATTRIBUTES = Set.of(
            "causal",
            "do_rotary",
            "k_quant_type",
            "kv_cache_bit_width",
            "kv_num_heads",
            "local_window_size",
            "num_heads",
            "qk_norm_epsilon",
            "qk_output",
            "rotary_interleaved",
            "scale",
            "sliding_window_cache",
            "smooth_softmax",
            "softcap",
            "v_quant_type");

    private static final int KEYS = 3;
    private static final int VALUES = 4;
    private static final int LAST_KEY = 5;
    private static final int TOTAL = 6;
    private static final int COS = 7;
    private static final int SIN = 8;
    private static final int PLACES = 9;
    private static final int BIAS = 10;

    private GroupQuery() {}

    static List<Operand> attention(Call call) {
        refuse(call);
        int shared = Math.toIntExact(call.integer("kv_num_heads", 1));
        Reals plainQ = Heads.split(call.reals(0), Math.toIntExact(call.integer("num_heads", 1)));
        Reals plainK = Heads.split(call.reals(1), shared);
        int past = past(call, plainQ, plainK);
        boolean rotary = call.flag("do_rotary");
        Reals q = rotary ? turned(call, plainQ, past) : plainQ;
        Reals k = rotary ? turned(call, plainK, past) : plainK;
        Reals v = Heads.split(call.reals(2), shared);
        Reals keys = after(call, KEYS, k, past);
        Reals values = after(call, VALUES, v, past);
        long window = call.integer("local_window_size", -1);
        Visible visible = (batch, query, key) -> key <= query + past && (window < 0 || key > query + past - window);
        Reals output = ContribAttention.core(call, q)
                .of(q, keys, values, call.realsIf(BIAS), visible)
                .output();
        return List.of(Heads.merged(output), present(call, KEYS, keys), present(call, VALUES, values));
    }

    private static void refuse(Call call) {
        if (!call.has(1) || !call.has(2)) {
            throw new UnsupportedOperatorException("com.microsoft.GroupQueryAttention with packed inputs");
        }
        call.refuseUnless("causal", 1);
        call.refuseUnless("qk_output", 0);
        call.refuseUnless("sliding_window_cache", 0);
        call.refuseUnless("smooth_softmax", 0);
        for (String quantized : List.of("k_quant_type", "v_quant_type")) {
            if (!call.text(quantized, "NONE").equals("NONE")) {
                throw new UnsupportedOperatorException("GroupQueryAttention with a quantized past");
            }
        }
    }

    /** How many places lie before the queries. */
    private static int past(Call call, Reals q, Reals k) {
        Integers lastKey = call.integers(LAST_KEY);
        if (Arrays.stream(lastKey.data()).distinct().count() > 1) {
            throw new UnsupportedOperatorException("com.microsoft.GroupQueryAttention with rows of different lengths");
        }
        int total = Math.toIntExact(lastKey.data()[0]) + 1;
        int past = total - q.dims()[2];
        if (past < 0 || k.dims()[2] != q.dims()[2] || call.integers(TOTAL).only() != total) {
            throw new UnsupportedOperatorException(
                    "GroupQueryAttention of %d queries and %d keys, %d places of %d filled"
                            .formatted(
                                    q.dims()[2],
                                    k.dims()[2],
                                    total,
                                    call.integers(TOTAL).only()));
        }
        return past;
    }

    private static Reals turned(Call call, Reals x, int past) {
        int queries = x.dims()[2];
        IntBinaryOperator row = call.integersIf(PLACES)
                .map(Integers::data)
                .<IntBinaryOperator>map(ids -> (batch, query) -> {
                    long place = ids[batch * queries + query];
                    // Of a first prompt, ONNX Runtime says, only the first is used.
                    if (past == 0 && place != ids[0] + query) {
                        throw new UnsupportedOperatorException(
                                "GroupQueryAttention of a first prompt with position_ids that do not count on");
                    }
                    return Math.toIntExact(place);
                })
                .orElse((batch, query) -> past + query);
        return RotaryEmbedding.turn(
                x,
                new RotaryEmbedding.Table(call.reals(COS), call.reals(SIN), row),
                2 * call.reals(COS).dims()[1],
                call.flag("rotary_interleaved"),
                call.rounding());
    }

    private static Reals after(Call call, int buffer, Reals now, int past) {
        if (past == 0) {
            return now;
        }
        Reals before = call.reals(buffer);
        if (before.dims()[2] < past) {
            throw new IllegalArgumentException(
                    "%s has a past of %d places and a buffer of %d".formatted(call.operator(), past, before.dims()[2]));
        }
        return Heads.joined(before, now, past);
    }

    /** In a buffer as long as that of the past, where it is longer than all that there is. */
    private static Reals present(Call call, int buffer, Reals all) {
        Optional<Reals> before =
                call.realsIf(buffer).filter(given -> given.rank() == 4 && given.dims()[2] > all.dims()[2]);
        if (before.isEmpty()) {
            return all;
        }
        Reals rest = Heads.behind(before.get(), all.dims()[2]);
        // Where an engine shares the buffer the rest stays, where it does not there are zeros.
        if (call.wants(buffer - 2) && Arrays.stream(rest.data()).anyMatch(value -> value != 0)) {
            throw new UnsupportedOperatorException(
                    "GroupQueryAttention whose buffer is not all zeros behind what is used");
        }
        return Heads.joined(all, rest, all.dims()[2]);
    }
}
