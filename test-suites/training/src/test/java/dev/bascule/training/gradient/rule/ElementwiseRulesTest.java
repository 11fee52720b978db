package dev.bascule.training.gradient.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementwiseRulesTest {
    private static final double TOLERANCE = 1e-6;

    private final GradientCheck check = new GradientCheck(StandardRules.all(), 2);
    private final Operators on = check.on();

    @ParameterizedTest
    @ValueSource(strings = {"Neg", "Exp", "Abs", "Erf", "Tanh", "Sigmoid", "Relu", "Identity"})
    void functions_of_any_number(String operator) {
        Symbol x = check.wanted("x", () -> check.apart(0.01), 3, 4);

        assertThat(check.worst(on.graph().op(operator, List.of(x)))).isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Log", "Sqrt", "Reciprocal"})
    void functions_of_positive_numbers(String operator) {
        Symbol x = check.wanted("x", () -> check.between(0.5, 3), 3, 4);

        assertThat(check.worst(on.graph().op(operator, List.of(x)))).isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Add", "Sub", "Mul", "Div", "Sum", "Mean"})
    void two_inputs_of_one_shape(String operator) {
        Symbol a = check.wanted("a", 3, 4);
        Symbol b = check.wanted("b", () -> check.apart(0.5), 3, 4);

        assertThat(check.worst(on.graph().op(operator, List.of(a, b)))).isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Add", "Sub", "Mul", "Div", "Sum", "Mean"})
    void two_inputs_that_are_broadcast_both(String operator) {
        Symbol a = check.wanted("a", 3, 1, 2);
        Symbol b = check.wanted("b", () -> check.apart(0.5), 4, 1);

        assertThat(check.worst(on.graph().op(operator, List.of(a, b)))).isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Add", "Sub", "Mul", "Div"})
    void a_scalar_with_a_matrix(String operator) {
        Symbol a = check.wanted("a");
        Symbol b = check.wanted("b", () -> check.apart(0.5), 2, 3);

        assertThat(check.worst(on.graph().op(operator, List.of(a, b)))).isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Add", "Sub", "Mul", "Div", "Sum", "Mean"})
    void one_input_that_no_gradient_is_wanted_of(String operator) {
        Symbol a = check.fixed("a", check::normal, 3, 1);
        Symbol b = check.wanted("b", () -> check.apart(0.5), 4);

        assertThat(check.worst(on.graph().op(operator, List.of(a, b)))).isLessThan(TOLERANCE);
    }

    @Test
    void sums_and_means_of_three() {
        Symbol a = check.wanted("a", 2, 3);
        Symbol b = check.wanted("b", 3);
        Symbol c = check.wanted("c", 2, 1);

        assertThat(check.worst(
                        on.graph().op("Sum", List.of(a, b, c)), on.graph().op("Mean", List.of(c, a, b))))
                .isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, 3, 1, 0, 4, 0.5, -1, -1.5})
    void powers_with_a_constant_exponent(double exponent) {
        Symbol x = check.wanted("x", () -> check.between(0.5, 2), 3, 4);

        assertThat(check.worst(on.pow(x, on.scalar(exponent)))).isLessThan(TOLERANCE);
    }

    @Test
    void squares_and_cubes_of_negative_numbers() {
        Symbol x = check.wanted("x", 3, 4);

        assertThat(check.worst(on.pow(x, on.scalar(2)), on.pow(x, on.scalar(3))))
                .isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 2, 3, 4})
    void powers_of_zero(double exponent) {
        Symbol x = check.wanted("x", () -> 0, 3);
        Symbol computed = check.wanted("exponent", () -> exponent, 3);
        Symbol one = on.pow(x, on.scalar(exponent));
        Symbol each = on.pow(x, on.graph().constant(Tensor.floats(Shape.of(3), (float) exponent, 0, 1)));

        assertThat(check.errors(one, each, on.pow(x, computed)).get("x")).isLessThan(TOLERANCE);
    }

    @Test
    void powers_of_which_both_sides_are_wanted_and_broadcast() {
        Symbol base = check.wanted("base", () -> check.between(0.5, 2), 3, 1);
        Symbol exponent = check.wanted("exponent", 4);

        assertThat(check.worst(on.pow(base, exponent))).isLessThan(TOLERANCE);
    }

    @Test
    void a_cast_between_floating_types_passes_the_gradient_and_one_from_a_condition_does_not() {
        Symbol x = check.wanted("x", 3, 4);
        Symbol wide = on.cast(x, DType.FLOAT64);

        assertThat(check.worst(on.cast(wide, DType.FLOAT32), on.mul(on.positive(x), x)))
                .isLessThan(TOLERANCE);
    }
}
