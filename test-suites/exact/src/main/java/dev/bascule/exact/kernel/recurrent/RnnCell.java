package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.kernel.Call;
import java.util.List;
import java.util.Optional;

/** {@code Ht = f(Xt·Wᵀ + Ht-1·Rᵀ + Wb + Rb)}. Belongs to one thread. */
final class RnnCell implements Cell {
    private final Gates gates;
    private final Activations activations;

    RnnCell(Call call, Gates gates) {
        this.gates = gates;
        activations = Activations.of(call, gates.direction(), "Tanh");
    }

    @Override
    public List<double[]> next(int[] rows, List<double[]> states) {
        return List.of(activations
                .apply(0, gates.fed(0, rows, states.get(0), Optional.empty()), gates.rounding())
                .data());
    }
}
