package dev.bascule.training.optimizer;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Map;

/**
 * Gradient descent with momentum as PyTorch defines it: b ← μ·b + g, p ← p − lr·b; Nesterov's takes g + μ·b for b. Immutable.
 *
 * @param momentum μ
 * @param decay weight decay, 0 for none
 */
record Momentum(LearningRate rate, double momentum, boolean nesterov, double decay) implements Optimizer {
    private static final String BUFFER = "momentum";

    @Override
    public String name() {
        return nesterov ? "nesterov" : "momentum";
    }

    @Override
    public List<String> moments() {
        return List.of(BUFFER);
    }

    @Override
    public Map<String, Float> scalars(long step) {
        return Map.of(Sgd.RATE, (float) rate.at(step));
    }

    @Override
    public Update update(
            Operators on,
            Parameter parameter,
            Symbol gradient,
            Map<String, Symbol> moments,
            Map<String, Symbol> scalars) {
        Symbol decayed = Sgd.decayed(on, parameter, gradient, decay);
        Symbol buffer = on.add(on.mul(Inputs.of(moments, BUFFER), momentum), decayed);
        Symbol direction = nesterov ? on.add(decayed, on.mul(buffer, momentum)) : buffer;
        return new Update(
                on.sub(parameter.symbol(), on.mul(direction, Inputs.of(scalars, Sgd.RATE))), Map.of(BUFFER, buffer));
    }
}
