package dev.bascule.exact.kernel.training;

import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.List;

/** The optimizers that ONNX has, by its definitions. Stateless. */
final class Optimizers {
    private static final double EPSILON = 1e-6f;

    private Optimizers() {}

    private static double rate(Call call) {
        return call.reals(0).only();
    }

    /** Steps done before this one. */
    private static double steps(Call call) {
        return call.integers(1).real(0);
    }

    static List<Operand> adam(Call call) {
        double alpha = call.real("alpha", 0.9f);
        double beta = call.real("beta", 0.999f);
        double epsilon = call.real("epsilon", EPSILON);
        double shrunk = 1 - call.real("norm_coefficient_post", 0);
        double steps = steps(call);
        // The averages begin at 0, and are too low by these factors while there are few steps.
        double rate = steps > 0
                ? rate(call) * Math.sqrt(1 - Math.pow(beta, steps)) / (1 - Math.pow(alpha, steps))
                : rate(call);
        return Step.all(call, 4, (terms, given) -> {
            Reals x = given.get(0);
            Reals gradient = terms.regularized(call, x, given.get(1));
            Reals mean = terms.plus(terms.times(given.get(2), alpha), terms.times(gradient, 1 - alpha));
            Reals square = terms.plus(terms.times(given.get(3), beta), terms.times(terms.square(gradient), 1 - beta));
            Reals moved = terms.over(terms.times(mean, rate), terms.root(square, epsilon));
            return List.of(terms.times(terms.minus(x, moved), shrunk), mean, square);
        });
    }

    static List<Operand> adagrad(Call call) {
        double epsilon = call.real("epsilon", EPSILON);
        double rate = rate(call) / (1 + steps(call) * call.real("decay_factor", 0));
        return Step.all(call, 3, (terms, given) -> {
            Reals x = given.get(0);
            Reals gradient = terms.regularized(call, x, given.get(1));
            Reals square = terms.plus(given.get(2), terms.square(gradient));
            Reals moved = terms.over(terms.times(gradient, rate), terms.root(square, epsilon));
            return List.of(terms.minus(x, moved), square);
        });
    }

    static List<Operand> momentum(Call call) {
        double rate = rate(call);
        double alpha = call.real("alpha", 0);
        double beta = steps(call) > 0 ? call.real("beta", 0) : 1;
        String mode = call.text("mode", "standard");
        boolean nesterov = mode.equals("nesterov");
        if (!nesterov && !mode.equals("standard")) {
            throw new IllegalArgumentException("Momentum is standard or nesterov, not " + mode);
        }
        return Step.all(call, 3, (terms, given) -> {
            Reals x = given.get(0);
            Reals gradient = terms.regularized(call, x, given.get(1));
            Reals speed = terms.plus(terms.times(given.get(2), alpha), terms.times(gradient, beta));
            Reals way = nesterov ? terms.plus(gradient, terms.times(speed, alpha)) : speed;
            return List.of(terms.minus(x, terms.times(way, rate)), speed);
        });
    }
}
