package dev.bascule.exact.kernel.control;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.shape.Along;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/** What bodies of loops give, round for round. Stateless. */
final class Bodies {
    private Bodies() {}

    static Array array(Operand operand) {
        if (operand instanceof Array array) {
            return array;
        }
        throw new IllegalArgumentException("there is a sequence or an optional where a tensor is wanted");
    }

    /** So many empty lists, to be filled round for round. */
    static List<List<Array>> lists(int count) {
        List<List<Array>> lists = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    /**
     * What an output of a body gave in all rounds, along a new axis of the result.
     *
     * @param output of the body, whose declared type holds where there was no round
     */
    static Array stacked(Call call, int output, List<Array> rounds, long axis) {
        if (rounds.isEmpty()) {
            return none(call, output, axis);
        }
        return Along.stacked(rounds, axis(axis, rounds.get(0).rank()));
    }

    private static int axis(long axis, int rank) {
        return Dims.axis(axis, rank + 1);
    }

    private static Array none(Call call, int output, long axis) {
        TypeProto.Tensor type = call.attribute("body")
                .map(AttributeProto::getG)
                .map(graph -> graph.getOutput(output).getType().getTensorType())
                .orElseThrow();
        DType dtype = DType.ofOnnx(type.getElemType())
                .orElseThrow(() -> new UnsupportedOperatorException(
                        "a %s of no round whose body does not say what it gives".formatted(call.operator())));
        // A dimension without a number was never met, so that any would do; engines take 0.
        int[] round = type.getShape().getDimList().stream()
                .mapToInt(dim -> Math.toIntExact(dim.getDimValue()))
                .toArray();
        int[] dims = Along.inserted(round, axis(axis, round.length), 0);
        if (dtype == DType.STRING) {
            return new Texts(new String[0], dims);
        }
        return dtype.isFloat() ? new Reals(dtype, new double[0], dims) : Integers.wrapped(dtype, new long[0], dims);
    }
}
