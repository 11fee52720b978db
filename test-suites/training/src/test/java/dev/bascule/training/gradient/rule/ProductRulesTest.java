package dev.bascule.training.gradient.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductRulesTest {
    private static final double TOLERANCE = 1e-6;

    private final GradientCheck check = new GradientCheck(StandardRules.all(), 3);
    private final Operators on = check.on();

    @Test
    void matrices() {
        assertThat(check.worst(on.matMul(check.wanted("a", 3, 4), check.wanted("b", 4, 2))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void batches_of_matrices() {
        assertThat(check.worst(on.matMul(check.wanted("a", 2, 3, 4), check.wanted("b", 2, 4, 2))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void a_batch_with_one_matrix_on_either_side() {
        Symbol batch = check.wanted("batch", 2, 2, 3, 3);

        assertThat(check.worst(
                        on.matMul(batch, check.wanted("right", 3, 2)), on.matMul(check.wanted("left", 2, 3), batch)))
                .isLessThan(TOLERANCE);
    }

    @Test
    void batches_that_are_broadcast_both() {
        assertThat(check.worst(on.matMul(check.wanted("a", 3, 1, 2, 2), check.wanted("b", 2, 2, 2))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void a_vector_is_a_row_on_the_left_and_a_column_on_the_right() {
        Symbol v = check.wanted("v", 3);

        assertThat(check.worst(
                        on.matMul(v, check.wanted("b", 2, 3, 4)),
                        on.matMul(check.wanted("a", 2, 4, 3), v),
                        on.matMul(v, check.wanted("w", 3))))
                .isLessThan(TOLERANCE);
    }

    @Test
    void one_side_that_no_gradient_is_wanted_of() {
        Symbol fixed = check.fixed("fixed", check::normal, 3, 3);

        assertThat(check.worst(on.matMul(fixed, check.wanted("b", 3, 2)), on.matMul(check.wanted("a", 2, 3), fixed)))
                .isLessThan(TOLERANCE);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0,1", "1,0", "1,1"})
    void general_products_in_all_transpositions(long transA, long transB) {
        Symbol a = transA == 0 ? check.wanted("a", 3, 4) : check.wanted("a", 4, 3);
        Symbol b = transB == 0 ? check.wanted("b", 4, 2) : check.wanted("b", 2, 4);
        Symbol c = check.wanted("c", 3, 2);
        Symbol y = on.graph()
                .op(
                        "Gemm",
                        List.of(a, b, c),
                        Attributes.integer("transA", transA),
                        Attributes.integer("transB", transB),
                        Attributes.real("alpha", 0.5),
                        Attributes.real("beta", -2));

        assertThat(check.worst(y)).isLessThan(TOLERANCE);
    }

    @Test
    void general_products_with_every_shape_of_the_third_input_and_without_one() {
        Symbol a = check.wanted("a", 3, 4);
        Symbol b = check.wanted("b", 4, 2);

        assertThat(check.worst(
                        on.graph().op("Gemm", List.of(a, b)),
                        on.graph().op("Gemm", List.of(a, b, check.wanted("row", 2))),
                        on.graph().op("Gemm", List.of(a, b, check.wanted("column", 3, 1))),
                        on.graph().op("Gemm", List.of(a, b, check.wanted("one")))))
                .isLessThan(TOLERANCE);
    }
}
