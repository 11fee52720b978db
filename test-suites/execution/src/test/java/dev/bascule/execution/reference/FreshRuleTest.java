package dev.bascule.execution.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.RoundingRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FreshRuleTest {
    private static final RoundingRule RULE = RoundingRule.ofDepth(1);

    private static FreshRule rule(double... deviation) {
        return FreshRule.of(
                RULE,
                new Reference(
                        Numerics.Reference.EXACT,
                        List.of(Map.of("y", Tensor.floats(Shape.of(3), 1, 2, 3))),
                        List.of(),
                        RULE,
                        List.of(Map.of("y", new RoundingNoise(deviation, 10, "test")))));
    }

    @Test
    void an_output_may_move_as_far_as_its_most_sensitive_value_on_both_sides() {
        FreshRule rule = rule(1e-6, 1e-3, Double.POSITIVE_INFINITY);
        assertThat(rule.of("y", DType.FLOAT32)).isEqualTo(RULE.of("y", DType.FLOAT32));
        assertThat(rule.widened("y", DType.FLOAT32).orElseThrow().perElement())
                .isEqualTo(
                        new ElementTolerance.Scaled(RULE.of("y", DType.FLOAT32).relative(), 20 * 1e-3));
    }

    @Test
    void what_rounding_does_not_touch_or_nobody_knows_gets_no_wider() {
        assertThat(rule(0, 0, 0).widened("y", DType.FLOAT32)).isEmpty();
        assertThat(rule(1, 1, 1).widened("other", DType.FLOAT32)).isEmpty();
        assertThat(rule(1, 1, 1).widened("y", DType.INT32)).isEmpty();
    }
}
