package dev.bascule.training.gradient.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.Exactly;
import dev.bascule.training.gradient.Differentiation;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReductionRulesTest {
    private static final double TOLERANCE = 1e-6;

    private final GradientCheck check = new GradientCheck(StandardRules.all(), 5);
    private final Operators on = check.on();

    @ParameterizedTest
    @CsvSource({"0,1", "1,1", "-1,1", "0,0", "1,0", "-2,0"})
    void sums_and_means_over_one_axis(long axis, long keep) {
        Symbol x = check.wanted("x", 2, 3, 4);

        assertThat(check.worst(
                        on.graph().op("ReduceSum", List.of(x, on.longs(axis)), Attributes.integer("keepdims", keep)),
                        on.graph()
                                .op(
                                        "ReduceMean",
                                        List.of(x),
                                        Attributes.ints("axes", axis),
                                        Attributes.integer("keepdims", keep))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void sums_and_means_over_several_axes_in_any_order_and_over_all() {
        Symbol x = check.wanted("x", 2, 3, 4);

        assertThat(check.worst(
                        on.graph().op("ReduceSum", List.of(x, on.longs(-1, 0)), Attributes.integer("keepdims", 0)),
                        on.graph()
                                .op(
                                        "ReduceMean",
                                        List.of(x),
                                        Attributes.ints("axes", 2, 0),
                                        Attributes.integer("keepdims", 0)),
                        on.graph().op("ReduceSum", List.of(x)),
                        on.graph().op("ReduceMean", List.of(x), Attributes.integer("keepdims", 0))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void a_sum_over_no_axes_where_that_means_none() {
        Symbol x = check.wanted("x", 2, 3);
        Symbol y = on.graph().op("ReduceSum", List.of(x), Attributes.integer("noop_with_empty_axes", 1));

        assertThat(check.worst(y)).isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ReduceMax",
                "ReduceMin",
                "ReduceL1",
                "ReduceL2",
                "ReduceSumSquare",
                "ReduceLogSumExp",
                "ReduceLogSum"
            })
    void other_reductions_over_one_axis_two_and_all(String operator) {
        Symbol x = check.wanted("x", () -> check.between(0.5, 2), 2, 3, 4);

        assertThat(check.worst(
                        reduced(operator, x, 1, -1),
                        reduced(operator, x, 0, 0, 2),
                        on.graph().op(operator, List.of(x))))
                .isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ReduceMax", "ReduceMin", "ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSumExp"})
    void other_reductions_of_numbers_of_either_sign(String operator) {
        Symbol x = check.wanted("x", () -> check.apart(0.01), 3, 4);

        assertThat(check.worst(reduced(operator, x, 0, 1))).isLessThan(TOLERANCE);
    }

    private Symbol reduced(String operator, Symbol x, long keep, long... axes) {
        return on.graph().op(operator, List.of(x), Attributes.ints("axes", axes), Attributes.integer("keepdims", keep));
    }

    @Test
    void elements_that_are_all_the_greatest_share_the_gradient_and_a_length_of_zero_has_none() {
        GraphBuilder graph = on.graph();
        Symbol x = graph.input("x", DType.FLOAT32, Shape.of(4));
        Symbol loss = on.total(on.add(
                on.add(on.mul(reduced("ReduceMax", x, 0, 0), 4), reduced("ReduceL2", x, 0, 0)),
                on.reduceSum(on.graph().op("Max", List.of(x, x)), false, 0)));
        Symbol gradient = new Differentiation(StandardRules.all())
                .of(graph, loss, on.scalar(1), List.of(x))
                .values()
                .iterator()
                .next();
        graph.output("gradient", gradient);

        assertThat(Exactly.run(
                                graph.model(),
                                Map.of("x", Exactly.reals(DType.FLOAT32, x.shape(), 0, 0, 0, 0)),
                                List.of("gradient"))
                        .get("gradient"))
                .containsExactly(new double[] {2, 2, 2, 2}, within(1e-12));
    }
}
