package dev.bascule.exact.kernel.training;

import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.rounding.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One step of an optimizer for one tensor of parameters. */
@FunctionalInterface
interface Step {
    /** Rate and count of the steps come before the tensors. */
    int BEFORE = 2;

    /**
     * The new parameters and states.
     *
     * @param given parameters, gradient and states
     */
    List<Reals> of(Terms terms, List<Reals> given);

    /**
     * Of all tensors: an operator takes all parameters, then all gradients, then all of each state, and gives them in that order,
     * but for the gradients.
     */
    static List<Operand> all(Call call, int kinds, Step step) {
        int tensors = (call.inputs() - BEFORE) / kinds;
        if (tensors * kinds + BEFORE != call.inputs()) {
            throw new IllegalArgumentException(
                    "%s has a number of inputs that does not fit".formatted(call.operator()));
        }
        List<List<Reals>> results = new ArrayList<>();
        Terms terms = new Terms(call.rounding());
        for (int tensor = 0; tensor < tensors; tensor++) {
            int first = BEFORE + tensor;
            results.add(step.of(
                    terms,
                    IntStream.range(0, kinds)
                            .mapToObj(kind -> call.reals(first + kind * tensors))
                            .toList()));
        }
        return IntStream.range(0, kinds - 1)
                .boxed()
                .<Operand>flatMap(kind -> results.stream().map(result -> result.get(kind)))
                .toList();
    }

    /** Elementwise with its rounding told. */
    record Terms(Rounding rounding) {
        Reals times(Reals x, double factor) {
            return rounding.relative(x.mapped(value -> value * factor), 1);
        }

        Reals plus(Reals a, Reals b) {
            return rounding.relative(Elementwise.plus(a, b), 1);
        }

        Reals minus(Reals a, Reals b) {
            return rounding.relative(Elementwise.minus(a, b), 1);
        }

        Reals over(Reals a, Reals b) {
            return rounding.relative(Elementwise.over(a, b), 2.5);
        }

        Reals square(Reals x) {
            return rounding.relative(Elementwise.times(x, x), 1);
        }

        /** {@code √x + epsilon}. */
        Reals root(Reals x, double epsilon) {
            return rounding.relative(x.mapped(value -> Math.sqrt(value) + epsilon), 2);
        }

        /** The gradient with that of a penalty on large parameters. */
        Reals regularized(Call call, Reals x, Reals gradient) {
            return plus(times(x, call.real("norm_coefficient", 0)), gradient);
        }
    }
}
