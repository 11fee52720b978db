package dev.bascule.exact.kernel;

import dev.bascule.exact.array.Operand;
import java.util.List;

/** A graph that a node has as its attribute, ready to be run in the pass that the node is run in. */
@FunctionalInterface
public interface Subgraph {

    /**
     * Its outputs, in order.
     *
     * @param inputs in order; values of the graphs around it are found by name
     */
    List<Operand> run(List<Operand> inputs);
}
