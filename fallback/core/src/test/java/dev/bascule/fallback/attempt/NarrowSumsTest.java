package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NarrowSumsTest {
    private static final Tensor FLOATS = Tensor.floats(Shape.of(2), 1, 2);
    private static final Tensor WHOLES = Tensor.longs(Shape.of(2), 3, 4);

    private static RoundingNoise noise(double one, double other, boolean narrow) {
        return new RoundingNoise(new double[] {one, other}, 10, narrow, "test");
    }

    private static Numerics check(Tensor floats, Tensor wholes) {
        double undetermined = Double.POSITIVE_INFINITY;
        OutputChecker checker = new OutputChecker(new Reference(
                Numerics.Reference.EXACT,
                List.of(Map.of("floats", FLOATS, "wholes", WHOLES)),
                List.of(),
                (output, dtype) -> Tolerance.EXACT,
                List.of(Map.of("floats", noise(1e-3, 1e-3, false), "wholes", noise(0, 0, false))),
                List.of(Map.of("floats", noise(1e-1, 1e-1, true), "wholes", noise(0, undetermined, true)))));
        checker.check(
                new Outputs(List.of(
                        new Outputs.Output("floats", 0, 0, floats), new Outputs.Output("wholes", 0, 0, wholes))),
                1);
        return checker.result();
    }

    @Test
    void what_sums_in_32_bits_explain_needs_no_narrow_ones() {
        Numerics numerics = check(Tensor.floats(Shape.of(2), 1.005f, 2), WHOLES);

        assertThat(numerics.ok()).isTrue();
        assertThat(numerics.isNarrow()).isFalse();
    }

    @Test
    void floats_that_only_narrow_sums_explain_are_right_with_that_said() {
        Numerics numerics = check(Tensor.floats(Shape.of(2), 1.5f, 2), WHOLES);

        assertThat(numerics.ok()).isTrue();
        assertThat(numerics.isNarrow()).isTrue();
        assertThat(numerics.tolerance().basis()).contains("by sums in 32 bits 1 of 4 values lie outside");
    }

    @Test
    void a_whole_number_that_narrow_sums_decide_is_right_with_that_said_too() {
        Numerics numerics = check(FLOATS, Tensor.longs(Shape.of(2), 3, 5));

        assertThat(numerics.ok()).isTrue();
        assertThat(numerics.isNarrow()).isTrue();
    }

    @Test
    void what_neither_explains_is_wrong() {
        assertThat(check(Tensor.floats(Shape.of(2), 3, 2), WHOLES).ok()).isFalse();
        assertThat(check(FLOATS, Tensor.longs(Shape.of(2), 4, 4)).ok()).isFalse();
    }
}
