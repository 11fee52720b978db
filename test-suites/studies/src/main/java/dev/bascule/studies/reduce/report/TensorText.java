package dev.bascule.studies.reduce.report;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The elements of small tensors, for people. Stateless. */
final class TensorText {
    /** Of a longer one the files tell. */
    private static final int MOST = 32;

    private TensorText() {}

    /** All elements as one list, row by row; empty where there are too many, or none. */
    static Optional<String> values(Tensor tensor) {
        long count = tensor.shape().elements();
        return count == 0 || count > MOST
                ? Optional.empty()
                : Optional.of(IntStream.range(0, (int) count)
                        .mapToObj(element(tensor))
                        .collect(Collectors.joining(", ")));
    }

    private static IntFunction<String> element(Tensor tensor) {
        if (tensor.dtype() == DType.STRING) {
            List<String> texts = tensor.asStrings();
            return index -> "'" + texts.get(index) + "'";
        }
        // 64-bit integers do not fit a double.
        if (tensor.dtype() == DType.INT64) {
            return index -> Long.toString(tensor.data().getLong(index * Long.BYTES));
        }
        if (tensor.dtype() == DType.UINT64) {
            return index -> Long.toUnsignedString(tensor.data().getLong(index * Long.BYTES));
        }
        Elements.Reader reader = Elements.of(tensor);
        return tensor.dtype().isFloat()
                ? index -> Double.toString(reader.at(index))
                : index -> Long.toString((long) reader.at(index));
    }
}
