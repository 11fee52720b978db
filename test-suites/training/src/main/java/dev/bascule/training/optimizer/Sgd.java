package dev.bascule.training.optimizer;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Map;

/**
 * Stochastic gradient descent: p ← p − lr·g, with what decays added to the gradient. Immutable.
 *
 * @param decay weight decay, 0 for none
 */
record Sgd(LearningRate rate, double decay) implements Optimizer {
    static final String RATE = "learning_rate";

    @Override
    public String name() {
        return "sgd";
    }

    @Override
    public List<String> moments() {
        return List.of();
    }

    @Override
    public Map<String, Float> scalars(long step) {
        return Map.of(RATE, (float) rate.at(step));
    }

    @Override
    public Update update(
            Operators on,
            Parameter parameter,
            Symbol gradient,
            Map<String, Symbol> moments,
            Map<String, Symbol> scalars) {
        Symbol decayed = decayed(on, parameter, gradient, decay);
        return new Update(on.sub(parameter.symbol(), on.mul(decayed, Inputs.of(scalars, RATE))), Map.of());
    }

    /** With the gradient of half the squared length of the parameter added. */
    static Symbol decayed(Operators on, Parameter parameter, Symbol gradient, double decay) {
        return decay == 0 || !parameter.decays() ? gradient : on.add(gradient, on.mul(parameter.symbol(), decay));
    }
}
