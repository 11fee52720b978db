package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.List;
import java.util.Optional;

/** Long short-term memory. Its gates are input (i), output (o), forget (f) and cell (c). Belongs to one thread. */
final class LstmCell implements Cell {
    private final Gates gates;
    private final Activations activations;
    private final boolean coupled;
    /** {@code [3, hidden]}, of the input, output and forget gates. */
    private final Optional<double[]> peepholes;

    LstmCell(Call call, Gates gates) {
        this.gates = gates;
        activations = Activations.of(call, gates.direction(), "Sigmoid", "Tanh", "Tanh");
        coupled = call.flag("input_forget");
        peepholes = RecurrentLayer.part(call, 7, gates.direction());
    }

    @Override
    public List<double[]> next(int[] rows, List<double[]> states) {
        double[] state = states.get(0);
        double[] cell = states.get(1);
        double[] i = activated(0, gates.fed(0, rows, state, peeped(0, cell)));
        double[] f = coupled ? gates.others(i) : activated(0, gates.fed(2, rows, state, peeped(2, cell)));
        double[] c = activated(1, gates.fed(3, rows, state, Optional.empty()));
        double[] next = gates.sumOfProducts(f, cell, i, c);
        double[] o = activated(0, gates.fed(1, rows, state, peeped(1, next)));
        double[] h = activated(2, gates.reals(next));
        return List.of(gates.product(o, h), next);
    }

    private double[] activated(int activation, Reals fed) {
        return activations.apply(activation, fed, gates.rounding()).data();
    }

    /** {@code P ⊙ C}. */
    private Optional<double[]> peeped(int gate, double... cell) {
        return peepholes.map(weights -> {
            double[] terms = new double[cell.length];
            for (int at = 0; at < terms.length; at++) {
                terms[at] = weights[gate * gates.hidden() + at % gates.hidden()] * cell[at];
            }
            return terms;
        });
    }
}
