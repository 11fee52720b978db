package dev.bascule.exact.kernel.recurrent;

import java.util.List;

/** One direction of a layer: how its states go from one step to the next. Belongs to one thread. */
@FunctionalInterface
interface Cell {

    /**
     * The states after a step, each {@code [batch, hidden]}, the hidden state first.
     *
     * @param rows for each sequence of the batch its row of the input at this step
     */
    List<double[]> next(int[] rows, List<double[]> states);
}
