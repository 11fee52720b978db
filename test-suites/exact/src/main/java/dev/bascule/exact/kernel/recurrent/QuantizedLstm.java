package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.convert.DynamicQuantization;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * ONNX Runtime's DynamicQuantizeLSTM: weights of 8 bits, {@code [directions, input, 4 * hidden]}; the input as a whole, and the hidden
 * state at each step, are quantized to uint8 before they meet them. Stateless.
 */
final class QuantizedLstm {
    static final int INPUTS = 12;
    static final Set<String> ATTRIBUTES = Set.of(
            "activation_alpha", "activation_beta", "activations", "clip", "direction", "hidden_size", "input_forget");
    private static final int FIRST_OF_LSTM = 3;
    private static final int BEHIND_LSTM = 8;

    private QuantizedLstm() {}

    static List<Operand> run(Call call) {
        Reals x = call.reals(0);
        boolean whole = call.integersIf(4)
                .map(lengths -> Arrays.stream(lengths.data()).allMatch(length -> length == x.dims()[0]))
                .orElse(true);
        if (x.dims()[1] != 1 || !whole) {
            // Which sequences of a batch share a scale is left to how an engine divides the work.
            throw new UnsupportedOperatorException(call.operator() + " of several sequences, or of a part of one");
        }
        List<Optional<Operand>> inputs = new ArrayList<>();
        inputs.add(Optional.of(new Reals(x.dtype(), kept(x, call.rounding()), x.dims())));
        inputs.add(Optional.of(weights(call, 1, 8)));
        inputs.add(Optional.of(weights(call, 2, 10)));
        for (int i = FIRST_OF_LSTM; i < BEHIND_LSTM; i++) {
            inputs.add(call.operandIf(i));
        }
        return RecurrentLayer.run(call.with(inputs), 4, 2, (given, gates) -> {
            LstmCell cell = new LstmCell(given, gates);
            return (rows, states) ->
                    cell.next(rows, List.of(kept(gates.reals(states.get(0)), gates.rounding()), states.get(1)));
        });
    }

    private static double[] kept(Reals values, Rounding rounding) {
        return DynamicQuantization.of(values, rounding).kept();
    }

    /** As LSTM has them, {@code [directions, 4 * hidden, input]}. */
    private static Reals weights(Call call, int input, int scaled) {
        Integers quantized = call.integers(input);
        int directions = quantized.dims()[0];
        int from = quantized.dims()[1];
        int to = quantized.dims()[2];
        double[] scales = each(call.reals(scaled), directions, to);
        double[] zeros = each(
                call.integersIf(scaled + 1)
                        .map(zero -> zero.reals(DType.FLOAT64))
                        .orElseGet(() -> new Reals(DType.FLOAT64, new double[directions], directions)),
                directions,
                to);
        double[] real = new double[quantized.size()];
        for (int d = 0; d < directions; d++) {
            for (int i = 0; i < from; i++) {
                for (int j = 0; j < to; j++) {
                    int one = d * to + j;
                    real[one * from + i] = (quantized.data()[(d * from + i) * to + j] - zeros[one]) * scales[one];
                }
            }
        }
        return new Reals(DType.FLOAT32, real, directions, to, from);
    }

    /** For each column of each direction, of which a direction may have one for all. */
    private static double[] each(Reals given, int directions, int columns) {
        double[] values = given.data();
        if (values.length != directions && values.length != directions * columns) {
            throw new IllegalArgumentException(
                    "%d scales or zero points for %d directions of %d".formatted(values.length, directions, columns));
        }
        double[] each = new double[directions * columns];
        Arrays.setAll(each, i -> values.length == directions ? values[i / columns] : values[i]);
        return each;
    }
}
