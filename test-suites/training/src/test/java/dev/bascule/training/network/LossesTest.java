package dev.bascule.training.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.Exactly;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LossesTest {
    private final GradientCheck check = new GradientCheck(StandardRules.all(), 8);
    private final Operators on = check.on();

    private double value(Symbol loss) {
        on.graph().output("value", loss);
        return Exactly.run(on.graph().model(), Map.of(), List.of("value")).get("value")[0];
    }

    private Symbol floats(Shape shape, float... values) {
        return on.graph().constant(Tensor.floats(shape, values));
    }

    @Test
    void cross_entropy_of_equal_logits_is_the_logarithm_of_the_number_of_classes() {
        Symbol targets = floats(Shape.of(2, 4), 1, 0, 0, 0, 0, 0, 1, 0);

        assertThat(value(Loss.CROSS_ENTROPY.of(on, on.filled(Shape.of(2, 4), 3), targets)))
                .isCloseTo(Math.log(4), within(1e-12));
    }

    @Test
    void binary_cross_entropy_is_what_its_formula_says() {
        Symbol logits = floats(Shape.of(1, 2), 0.5f, -2);
        Symbol targets = floats(Shape.of(1, 2), 1, 0.25f);
        double first = -Math.log(sigmoid(0.5));
        double second = -0.25 * Math.log(sigmoid(-2)) - 0.75 * Math.log(sigmoid(2));

        assertThat(value(Loss.BINARY_CROSS_ENTROPY.of(on, logits, targets)))
                .isCloseTo((first + second) / 2, within(1e-7));
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    @Test
    void the_squared_error_is_the_mean_over_all_elements() {
        Symbol outputs = floats(Shape.of(2, 2), 1, 2, 3, 4);

        assertThat(value(Loss.MEAN_SQUARED_ERROR.of(on, outputs, on.filled(Shape.of(2, 2), 2))))
                .isEqualTo(1.5);
    }

    @ParameterizedTest
    @EnumSource
    void the_gradient_of_each_is_that_of_finite_differences(Loss loss) {
        Symbol outputs = check.wanted("outputs", 3, 4);
        Symbol targets = check.fixed("targets", () -> check.between(0, 1), 3, 4);

        assertThat(check.worst(loss.of(on, outputs, targets))).isLessThan(1e-6);
    }

    @ParameterizedTest
    @EnumSource
    void at_outputs_of_zero_too(Loss loss) {
        Symbol outputs = check.wanted("outputs", () -> 0, 3, 4);
        Symbol targets = check.fixed("targets", () -> check.between(0, 1), 3, 4);

        assertThat(check.worst(loss.of(on, outputs, targets))).isLessThan(1e-6);
    }
}
