package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A recurrent layer: sequences of a batch, each of its own length, through cells of one or two directions. Where a sequence has
 * ended, outputs are 0 and states stay. Belongs to one thread.
 */
final class RecurrentLayer {
    private final Call call;
    private final int length;
    private final int batch;
    private final int hidden;
    private final int directions;
    private final long[] lengths;
    private final double[] outputs;
    /** By state, each {@code [directions, batch, hidden]}. */
    private final List<double[]> last = new ArrayList<>();

    private RecurrentLayer(Call call, Reals x, int states) {
        this.call = call;
        length = x.dims()[0];
        batch = x.dims()[1];
        hidden = call.reals(2).dims()[2];
        directions = direction(call).equals("bidirectional") ? 2 : 1;
        if (call.reals(1).dims()[0] != directions) {
            throw new IllegalArgumentException("%s has weights of %d directions and is %s"
                    .formatted(call.operator(), call.reals(1).dims()[0], direction(call)));
        }
        lengths = call.integersIf(4).map(Integers::data).orElseGet(() -> {
            long[] whole = new long[batch];
            Arrays.fill(whole, length);
            return whole;
        });
        if (lengths.length != batch || Arrays.stream(lengths).anyMatch(one -> one < 0 || one > length)) {
            throw new IllegalArgumentException("%s of %d sequences of up to %d has lengths of %s"
                    .formatted(call.operator(), batch, length, Arrays.toString(lengths)));
        }
        outputs = new double[Dims.size(length, directions, batch, hidden)];
        for (int state = 0; state < states; state++) {
            last.add(initial(5 + state));
        }
    }

    /**
     * The outputs of the whole layer, and of its states the last.
     *
     * @param gates how many of them the weights have
     * @param states how many a cell has
     */
    static List<Operand> run(Call call, int gates, int states, BiFunction<Call, Gates, Cell> cells) {
        Reals x = turned(call, call.reals(0), 1, 0, 2);
        RecurrentLayer layer = new RecurrentLayer(call, x, states);
        for (int direction = 0; direction < layer.directions; direction++) {
            boolean backward = direction == 1 || direction(call).equals("reverse");
            layer.follow(cells.apply(call, new Gates(call, x, direction, gates)), direction, backward);
        }
        return layer.results(x);
    }

    private static String direction(Call call) {
        String direction = call.text("direction", "forward");
        if (!List.of("forward", "reverse", "bidirectional").contains(direction)) {
            throw new IllegalArgumentException("%s has the direction %s".formatted(call.operator(), direction));
        }
        return direction;
    }

    private double[] initial(int input) {
        return call.realsIf(input)
                .map(states -> turned(call, states, 1, 0, 2).data().clone())
                .orElseGet(() -> new double[Dims.size(directions, batch, hidden)]);
    }

    private void follow(Cell cell, int direction, boolean backward) {
        int size = batch * hidden;
        List<double[]> states = new ArrayList<>();
        last.forEach(all -> states.add(Arrays.copyOfRange(all, direction * size, (direction + 1) * size)));
        for (int step = 0; step < length; step++) {
            int[] rows = new int[batch];
            for (int i = 0; i < batch; i++) {
                int time = backward ? (int) lengths[i] - 1 - step : step;
                rows[i] = step < lengths[i] ? time * batch + i : -1;
            }
            List<double[]> next = cell.next(rows, states);
            for (int state = 0; state < next.size(); state++) {
                for (int i = 0; i < batch; i++) {
                    if (rows[i] >= 0) {
                        System.arraycopy(next.get(state), i * hidden, states.get(state), i * hidden, hidden);
                    }
                }
            }
            put(rows, states.get(0), direction);
        }
        for (int state = 0; state < states.size(); state++) {
            System.arraycopy(states.get(state), 0, last.get(state), direction * size, size);
        }
    }

    private void put(int[] rows, double[] state, int direction) {
        for (int i = 0; i < batch; i++) {
            if (rows[i] >= 0) {
                int time = rows[i] / batch;
                System.arraycopy(
                        state, i * hidden, outputs, ((time * directions + direction) * batch + i) * hidden, hidden);
            }
        }
    }

    private List<Operand> results(Reals x) {
        List<Operand> results = new ArrayList<>();
        Reals all = new Reals(x.dtype(), outputs, length, directions, batch, hidden);
        results.add(turned(call, all, 2, 0, 1, 3));
        for (double[] state : last) {
            results.add(turned(call, new Reals(x.dtype(), state, directions, batch, hidden), 1, 0, 2));
        }
        return results;
    }

    /** With the batch first where the layer has it so, or no longer: axes in another order. */
    private static Reals turned(Call call, Reals array, int... order) {
        if (!call.flag("layout")) {
            return array;
        }
        int[] dims = new int[order.length];
        int[] steps = new int[order.length];
        int[] strides = Dims.strides(array.dims());
        for (int i = 0; i < order.length; i++) {
            dims[i] = array.dims()[order[i]];
            steps[i] = strides[order[i]];
        }
        return array.picked(Dims.walked(0, steps, dims), dims);
    }

    /** One direction's part of weights, of which it may have none. */
    static Optional<double[]> part(Call call, int input, int direction) {
        return call.realsIf(input).map(weights -> {
            int size = weights.dims()[0] == 0 ? 0 : weights.size() / weights.dims()[0];
            return Arrays.copyOfRange(weights.data(), direction * size, (direction + 1) * size);
        });
    }
}
