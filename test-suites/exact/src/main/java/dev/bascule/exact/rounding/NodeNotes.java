package dev.bascule.exact.rounding;

import dev.bascule.exact.array.Reals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What the passes of one node tell each other: the exact pass its values at steps, the first noisy one its sums of squares. Belongs to one thread. */
final class NodeNotes {
    private final List<Reals> steps = new ArrayList<>();
    private final List<Reals> squares = new ArrayList<>();

    void step(Reals exact) {
        steps.add(exact);
    }

    /** The exact pass's value at a step; empty where that pass went another way. */
    Optional<Reals> step(int number) {
        return number < steps.size() ? Optional.of(steps.get(number)) : Optional.empty();
    }

    /** The sums of squares of a sum; computed where no pass did, or one that went another way. */
    Reals squares(int number, int size, Supplier<Reals> compute) {
        if (number < squares.size() && squares.get(number).size() == size) {
            return squares.get(number);
        }
        Reals computed = compute.get();
        if (number == squares.size()) {
            squares.add(computed);
        }
        return computed;
    }
}
