package dev.bascule.training.gradient.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.graph.Activations;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActivationRulesTest {
    private static final double TOLERANCE = 1e-6;

    private final GradientCheck check = new GradientCheck(StandardRules.all(), 7);
    private final Operators on = check.on();

    @ParameterizedTest
    @ValueSource(
            strings = {"LeakyRelu", "Elu", "Selu", "Softplus", "Softsign", "HardSigmoid", "HardSwish", "Sin", "Cos"})
    void activations(String operator) {
        Symbol x = check.wanted("x", () -> check.apart(0.01), 3, 8);

        assertThat(check.worst(on.graph().op(operator, List.of(x)))).isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HardSwish", "HardSigmoid"})
    void activations_with_ends_on_all_their_sides(String operator) {
        Symbol x = check.wanted("x", () -> 3 * check.apart(0.01), 4, 8);

        assertThat(check.worst(on.graph().op(operator, List.of(x)))).isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LeakyRelu", "Elu", "Selu", "HardSigmoid"})
    void activations_with_a_slope_of_their_own(String operator) {
        Symbol x = check.wanted("x", () -> check.apart(0.01), 3, 8);

        assertThat(check.worst(on.graph().op(operator, List.of(x), Attributes.real("alpha", 0.3))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void gelu_and_silu_made_of_primitives() {
        Symbol x = check.wanted("x", 3, 4);

        assertThat(check.worst(Activations.gelu(on, x), Activations.geluByTanh(on, x), Activations.silu(on, x)))
                .isLessThan(TOLERANCE);
    }

    @Test
    void a_learnt_slope_for_each_channel() {
        Symbol x = check.wanted("x", () -> check.apart(0.01), 2, 3, 4);

        assertThat(check.worst(
                        on.graph().op("PRelu", List.of(x, check.wanted("channels", 3, 1))),
                        on.graph().op("PRelu", List.of(x, check.wanted("one", 1))),
                        on.graph().op("PRelu", List.of(x, check.fixed("fixed", check::normal, 4)))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void numbers_held_between_borders() {
        Symbol x = check.wanted("x", 4, 8);
        Symbol low = on.scalar(-0.5);
        Symbol high = on.scalar(0.7);

        assertThat(check.worst(
                        on.graph().op("Clip", List.of(x, low, high)),
                        on.graph().op("Clip", List.of(x, low)),
                        on.graph().op("Clip", List.of(x))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void numbers_with_a_border_above_only() {
        Symbol x = check.wanted("x", 4, 8);
        GraphNode node = on.graph()
                .add(Protos.node(
                        "Clip", "above", List.of(x.name(), "", on.scalar(0.3).name()), List.of("above")));

        assertThat(check.worst(node.output(0))).isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Max", "Min"})
    void the_greatest_and_the_least_of_several(String operator) {
        Symbol a = check.wanted("a", 3, 4);
        Symbol b = check.wanted("b", 4);
        Symbol c = check.wanted("c", 3, 1);

        assertThat(check.worst(
                        on.graph().op(operator, List.of(a, b)),
                        on.graph().op(operator, List.of(a, b, c)),
                        on.graph().op(operator, List.of(a))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void the_side_that_a_condition_takes() {
        Symbol a = check.wanted("a", 3, 1);
        Symbol b = check.wanted("b", 4);
        Symbol fixed = check.fixed("fixed", check::normal, 3, 4);
        Symbol condition = on.graph().op("Greater", List.of(fixed, on.scalar(0)));

        assertThat(check.worst(on.where(condition, a, b))).isLessThan(TOLERANCE);
    }

    @Test
    void a_side_that_is_not_taken_spoils_nothing_even_where_it_is_infinite() {
        Symbol x = check.wanted("x", () -> check.between(0.5, 2), 4);
        Symbol condition = on.graph().op("Greater", List.of(x, on.scalar(0)));

        assertThat(check.worst(on.where(condition, x, on.filled(Shape.of(4), Double.POSITIVE_INFINITY))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void dropout_that_drops_nothing() {
        Symbol x = check.wanted("x", 3, 4);

        assertThat(check.worst(on.graph().op("Dropout", List.of(x, on.scalar(0.5)))))
                .isLessThan(TOLERANCE);
    }
}
