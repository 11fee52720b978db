package dev.bascule.training.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import org.junit.jupiter.api.Test;

class DifferentiationTest {
    private final GradientCheck check = new GradientCheck(StandardRules.all(), 1);
    private final Operators on = check.on();

    @Test
    void what_reaches_a_value_by_two_ways_is_summed() {
        Symbol x = check.wanted("x", 2, 3);
        Symbol twice = on.mul(on.exp(x), x);

        assertThat(check.worst(on.add(twice, x))).isLessThan(1e-6);
    }

    @Test
    void a_value_that_one_node_reads_twice_gets_both_gradients() {
        Symbol x = check.wanted("x", 3, 3);

        assertThat(check.worst(on.mul(x, x), on.matMul(x, x))).isLessThan(1e-6);
    }

    @Test
    void a_value_that_the_loss_does_not_depend_on_has_a_gradient_of_zeros() {
        Symbol x = check.wanted("x", 2, 3);
        Symbol idle = check.wanted("idle", 4);
        on.exp(idle);

        assertThat(check.errors(on.exp(x)))
                .containsEntry("idle", 0.0)
                .allSatisfy((name, error) -> assertThat(error).isLessThan(1e-6));
    }

    @Test
    void no_gradient_flows_through_a_comparison() {
        Symbol x = check.wanted("x", 2, 3);
        Symbol y = check.wanted("y", 2, 3);

        assertThat(check.worst(on.mul(on.greater(x, y), on.mul(x, x)))).isLessThan(1e-6);
    }

    @Test
    void operators_without_a_rule_are_named_with_their_nodes_before_any_node_is_added() {
        Symbol x = on.graph().parameter("w", Tensor.floats(Shape.of(2), 1, 2), true);
        Symbol y = on.graph().op("CumSum", List.of(x, on.longs(0)));
        Symbol loss = on.total(on.mul(y, y));
        int before = on.graph().nodes().size();

        assertThatThrownBy(
                        () -> new Differentiation(StandardRules.all()).of(on.graph(), loss, on.scalar(1), List.of(x)))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("CumSum (" + y.name() + ")")
                .extracting(e -> ((BasculeException) e).code())
                .isEqualTo(ErrorCode.MODEL_UNTRAINABLE);
        assertThat(on.graph().nodes()).hasSize(before);
    }

    @Test
    void an_operator_without_a_rule_beside_the_way_does_not_matter() {
        Symbol x = check.wanted("x", 3);
        Symbol fixed = check.fixed("fixed", check::normal, 3);
        Symbol summed = on.graph().op("CumSum", List.of(fixed, on.longs(0)));

        assertThat(check.worst(on.mul(x, summed))).isLessThan(1e-6);
    }
}
