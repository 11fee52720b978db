package dev.bascule.training.gradient;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** How the loss changes with the inputs of one operator, where it is known how it changes with its outputs. Stateless and thread-safe. */
public interface GradientRule {

    /** The ONNX operators that it is for. */
    List<String> operators();

    /** What is not differentiated, or is a choice among several gradients, in words for a page; empty where there is nothing to tell. */
    default String limits() {
        return "";
    }

    /**
     * Adds the nodes that compute the gradients.
     *
     * @return one for each input, of its very shape; empty for an input that no gradient flows to, such as a shape or an index
     */
    List<Optional<Symbol>> gradients(Backward at, Operators on);
}
