package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.kernel.Kernel;
import java.util.Map;

/** Recurrent layers. Stateless. */
public final class RecurrentKernels {
    private RecurrentKernels() {}

    public static Map<String, Kernel> all() {
        return Map.of(
                "com.microsoft.DynamicQuantizeLSTM",
                Kernel.reading(QuantizedLstm.INPUTS, QuantizedLstm.ATTRIBUTES, QuantizedLstm::run),
                "LSTM",
                call -> RecurrentLayer.run(call, 4, 2, LstmCell::new),
                "GRU",
                call -> RecurrentLayer.run(call, 3, 1, GruCell::new),
                "RNN",
                call -> RecurrentLayer.run(call, 1, 1, RnnCell::new));
    }
}
