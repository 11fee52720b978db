package dev.bascule.exact.kernel;

import dev.bascule.exact.array.Operand;
import java.util.List;
import java.util.Set;

/**
 * What an operator computes. Stateless and thread-safe; it changes no input. It may throw {@link IllegalArgumentException} where
 * inputs do not fit each other.
 */
@FunctionalInterface
public interface Kernel {

    /**
     * Its outputs, in order; those after the last that the node names may be left out.
     *
     * @throws UnsupportedOperatorException for a form of the operator that it does not compute
     */
    List<Operand> run(Call call);

    /**
     * The same, which refuses a node that says more than it reads: what another version of an operator has besides may change
     * everything.
     *
     * @param inputs how many it reads
     * @param attributes those it reads
     */
    static Kernel reading(int inputs, Set<String> attributes, Kernel kernel) {
        return call -> {
            call.refuseOthers(inputs, attributes);
            return kernel.run(call);
        };
    }

    /** Of one that gives one output. */
    static Kernel of(java.util.function.Function<Call, ? extends Operand> function) {
        return call -> List.of(function.apply(call));
    }
}
