package dev.bascule.training.optimizer;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Map;

/** How parameters follow from gradients, as nodes of a graph. Implementations are immutable and hold nothing of a run. */
public interface Optimizer {

    /** Its name on the command line. */
    String name();

    LearningRate rate();

    /** The tensors that it keeps of each parameter, of its shape and zero at first, such as {@code m} and {@code v}. */
    List<String> moments();

    /**
     * The scalars that the host feeds at each step, by input name, such as the learning rate and what corrects the bias of moments: powers are
     * not computed on the device.
     *
     * @param step from 1 on
     */
    Map<String, Float> scalars(long step);

    /**
     * Adds the nodes of one parameter.
     *
     * @param gradient of its shape
     * @param moments what it has kept, by name
     * @param scalars the inputs, by name
     */
    Update update(
            Operators on,
            Parameter parameter,
            Symbol gradient,
            Map<String, Symbol> moments,
            Map<String, Symbol> scalars);

    /** The parameter after the step, and what is kept of it. Immutable. */
    record Update(Symbol parameter, Map<String, Symbol> moments) {
        public Update {
            moments = Map.copyOf(moments);
        }
    }
}
