package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.List;
import java.util.Optional;

/** A gated recurrent unit. Its gates are update (z), reset (r) and hidden (h). Belongs to one thread. */
final class GruCell implements Cell {
    private final Gates gates;
    private final Activations activations;
    private final boolean linearFirst;

    GruCell(Call call, Gates gates) {
        this.gates = gates;
        activations = Activations.of(call, gates.direction(), "Sigmoid", "Tanh");
        linearFirst = call.flag("linear_before_reset");
    }

    @Override
    public List<double[]> next(int[] rows, List<double[]> states) {
        double[] state = states.get(0);
        double[] z = activated(0, gates.fed(0, rows, state, Optional.empty()));
        double[] r = activated(0, gates.fed(1, rows, state, Optional.empty()));
        double[] h = linearFirst
                ? activated(
                        1,
                        gates.fedBeside(
                                2,
                                rows,
                                gates.product(r, gates.recurrent(2, state).data())))
                : activated(1, gates.fed(2, rows, gates.product(r, state), Optional.empty()));
        return List.of(gates.sumOfProducts(gates.others(z), h, z, state));
    }

    private double[] activated(int activation, Reals fed) {
        return activations.apply(activation, fed, gates.rounding()).data();
    }
}
