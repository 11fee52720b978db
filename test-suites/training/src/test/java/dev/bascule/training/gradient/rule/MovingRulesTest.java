package dev.bascule.training.gradient.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MovingRulesTest {
    private static final double TOLERANCE = 1e-6;

    private final GradientCheck check = new GradientCheck(StandardRules.all(), 6);
    private final Operators on = check.on();

    @Test
    void other_shapes() {
        Symbol x = check.wanted("x", 2, 1, 6);

        assertThat(check.worst(
                        on.reshape(x, Shape.of(3, 4)),
                        on.graph().op("Reshape", List.of(x, on.longs(0, -1))),
                        on.graph().op("Flatten", List.of(x), Attributes.integer("axis", 2)),
                        on.graph().op("Squeeze", List.of(x, on.longs(-2))),
                        on.graph().op("Squeeze", List.of(x)),
                        on.graph().op("Unsqueeze", List.of(x, on.longs(0, -1)))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void transposition_with_an_order_and_without() {
        Symbol x = check.wanted("x", 2, 3, 4);

        assertThat(check.worst(
                        on.transpose(x, 1, 2, 0),
                        on.transpose(x, 2, 0, 1),
                        on.graph().op("Transpose", List.of(x))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void expansion_along_axes_of_one_and_new_ones() {
        Symbol x = check.wanted("x", 3, 1);

        assertThat(check.worst(on.expand(x, Shape.of(2, 3, 4)), on.graph().op("Expand", List.of(x, on.longs(1, 4)))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void values_put_beside_each_other() {
        Symbol a = check.wanted("a", 2, 3);
        Symbol b = check.wanted("b", 2, 1);
        Symbol fixed = check.fixed("fixed", check::normal, 2, 2);

        assertThat(check.worst(
                        on.concat(1, List.of(a, fixed, b)), on.concat(-1, List.of(b, b)), on.concat(0, List.of(a, a))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void values_taken_apart_of_which_some_nobody_reads() {
        Symbol x = check.wanted("x", 2, 6);
        List<Symbol> halves = on.graph().op("Split", List.of(x), 2, Attributes.integer("axis", 1));
        List<Symbol> parts = on.graph().op("Split", List.of(x, on.longs(1, 3, 2)), 3, Attributes.integer("axis", -1));

        assertThat(check.worst(halves.get(0), halves.get(1), parts.get(0), parts.get(2)))
                .isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 3, 1",
        "1, -4, -1, 1",
        "1, 0, 100, 1",
        "-1, 2, 100, 1",
        "1, 0, 5, 2",
        "1, 1, 6, 3",
        "1, -1, -100, -1",
        "1, 4, 0, -2",
        "0, 100, 0, -1"
    })
    void parts_of_an_axis(long axis, long from, long to, long step) {
        Symbol x = check.wanted("x", 4, 6);

        assertThat(check.worst(on.graph()
                        .op("Slice", List.of(x, on.longs(from), on.longs(to), on.longs(axis), on.longs(step)))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void parts_of_several_axes_and_without_naming_them() {
        Symbol x = check.wanted("x", 4, 6, 2);

        assertThat(check.worst(
                        on.graph()
                                .op(
                                        "Slice",
                                        List.of(x, on.longs(1, 5), on.longs(4, -7), on.longs(0, 1), on.longs(1, -2))),
                        on.graph().op("Slice", List.of(x, on.longs(1, 2), on.longs(3, 5)))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void zeros_around_and_a_border_that_cuts() {
        Symbol x = check.wanted("x", 3, 4);

        assertThat(check.worst(
                        on.graph().op("Pad", List.of(x, on.longs(1, 0, 2, 3))),
                        on.graph().op("Pad", List.of(x, on.longs(0, -1, 1, -2), on.scalar(7)))))
                .isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"edge", "reflect"})
    void borders_that_repeat_what_is_inside(String mode) {
        Symbol x = check.wanted("x", 3, 4);

        assertThat(check.worst(on.graph().op("Pad", List.of(x, on.longs(1, 2, 2, 3)), Attributes.text("mode", mode))))
                .isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1})
    void rows_by_index_some_twice_and_some_from_the_end(long axis) {
        Symbol x = check.wanted("x", 3, 4, 3);
        Symbol indices = check.whole("indices", Tensor.longs(Shape.of(2, 3), 0, 2, 0, -1, 1, 2));

        assertThat(check.worst(on.gather(x, indices, (int) axis))).isLessThan(TOLERANCE);
    }

    @Test
    void rows_of_a_table_that_is_large_and_one_row_alone() {
        Symbol table = check.wanted("table", 1025, 2);
        Symbol indices = check.whole("indices", Tensor.longs(Shape.of(4), 1024, 3, -1, 3));

        assertThat(check.worst(
                        on.gather(table, indices, 0),
                        on.gather(table, on.graph().constant(Tensor.longs(Shape.of(), 7)), 0)))
                .isLessThan(TOLERANCE);
    }

    @Test
    void repetition_along_some_axes() {
        Symbol x = check.wanted("x", 2, 1, 3);

        assertThat(check.worst(
                        on.graph().op("Tile", List.of(x, on.longs(3, 2, 2))),
                        on.graph().op("Tile", List.of(x, on.longs(1, 4, 1)))))
                .isLessThan(TOLERANCE);
    }
}
