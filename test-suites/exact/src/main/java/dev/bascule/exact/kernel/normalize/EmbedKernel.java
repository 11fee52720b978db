package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.kernel.reduce.Groups;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * EmbedLayerNormalization of ONNX Runtime, as BERT begins: the embeddings of words, positions and segments, added and normalized.
 * Stateless.
 */
final class EmbedKernel {
    private static final int WORDS = 2;
    private static final int POSITIONS = 3;
    private static final int SEGMENTS = 4;
    private static final int GAMMA = 5;
    private static final int BETA = 6;
    private static final int MASK = 7;
    private static final int POSITION_IDS = 8;

    private EmbedKernel() {}

    static List<Operand> embed(Call call) {
        if (call.wants(1) && call.has(MASK)) {
            call.refuseUnless("mask_index_type", 1);
        }
        Rounding rounding = call.rounding();
        Integers ids = call.integers(0);
        Integers places = call.integersIf(POSITION_IDS).orElseGet(() -> places(ids.dims()));
        Reals words = rows(call.reals(WORDS), ids);
        Reals sum = rounding.relative(Elementwise.plus(words, rows(call.reals(POSITIONS), places)), 1);
        if (call.has(1)) {
            sum = rounding.relative(Elementwise.plus(sum, rows(call.reals(SEGMENTS), call.integers(1))), 1);
        }
        Layer layer = Layer.of(
                Groups.over(sum.dims(), -1),
                sum,
                call.real("epsilon", 1e-12f),
                call.reals(GAMMA),
                Optional.of(call.reals(BETA)),
                rounding);
        return List.of(layer.result(), lengths(call, ids.dims()), sum);
    }

    private static Integers places(int[] dims) {
        return Integers.longs(IntStream.range(0, dims[1]).asLongStream().toArray(), 1, dims[1]);
    }

    private static Reals rows(Reals table, Integers ids) {
        int width = table.dims()[1];
        int[] from = new int[ids.size() * width];
        for (int i = 0; i < from.length; i++) {
            long row = ids.data()[i / width];
            if (row < 0 || row >= table.dims()[0]) {
                throw new IllegalArgumentException("there is no row %d of %d".formatted(row, table.dims()[0]));
            }
            from[i] = (int) row * width + i % width;
        }
        return table.picked(from, ids.dims()[0], ids.dims()[1], width);
    }

    /** How many tokens of each text the mask lets through; 0 without one. */
    private static Integers lengths(Call call, int[] dims) {
        long[] lengths = new long[dims[0]];
        call.integersIf(MASK).ifPresent(mask -> {
            for (int i = 0; i < mask.size(); i++) {
                lengths[i / dims[1]] += mask.data()[i] == 1 ? 1 : 0;
            }
        });
        return Integers.wrapped(DType.INT32, lengths, dims[0]);
    }
}
