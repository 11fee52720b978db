package dev.bascule.training.optimizer;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adam (Kingma and Ba 2015), and AdamW, whose decay is apart from the gradient (Loshchilov and Hutter 2019): m ← β₁m + (1 − β₁)g,
 * v ← β₂v + (1 − β₂)g², p ← p − lr/(1 − β₁ᵗ) · m / (√v/√(1 − β₂ᵗ) + ε), the factors with t from the host. Immutable.
 *
 * @param decay weight decay, 0 for none: added to the gradient, or in AdamW taken off the parameter as lr·decay·p
 */
record Adam(LearningRate rate, double beta1, double beta2, double epsilon, double decay, boolean decoupled)
        implements Optimizer {
    private static final String FIRST = "m";
    private static final String SECOND = "v";
    private static final String STEP_SIZE = "step_size";
    private static final String ROOT = "second_root";
    private static final String KEPT = "kept_weight";

    @Override
    public String name() {
        return decoupled ? "adamw" : "adam";
    }

    @Override
    public List<String> moments() {
        return List.of(FIRST, SECOND);
    }

    @Override
    public Map<String, Float> scalars(long step) {
        double now = rate.at(step);
        Map<String, Float> scalars = new LinkedHashMap<>();
        scalars.put(STEP_SIZE, (float) (now / (1 - Math.pow(beta1, step))));
        scalars.put(ROOT, (float) (1 / Math.sqrt(1 - Math.pow(beta2, step))));
        if (decoupled && decay != 0) {
            scalars.put(KEPT, (float) (1 - now * decay));
        }
        return scalars;
    }

    @Override
    public Update update(
            Operators on,
            Parameter parameter,
            Symbol gradient,
            Map<String, Symbol> moments,
            Map<String, Symbol> scalars) {
        Symbol g = decoupled ? gradient : Sgd.decayed(on, parameter, gradient, decay);
        Symbol m = on.add(on.mul(Inputs.of(moments, FIRST), beta1), on.mul(g, 1 - beta1));
        Symbol v = on.add(on.mul(Inputs.of(moments, SECOND), beta2), on.mul(on.square(g), 1 - beta2));
        Symbol length = on.add(on.mul(on.sqrt(v), Inputs.of(scalars, ROOT)), epsilon);
        Symbol kept = decoupled && decay != 0 && parameter.decays()
                ? on.mul(parameter.symbol(), Inputs.of(scalars, KEPT))
                : parameter.symbol();
        Symbol next = on.sub(kept, on.mul(on.div(m, length), Inputs.of(scalars, STEP_SIZE)));
        return new Update(next, Map.of(FIRST, m, SECOND, v));
    }
}
