package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.UnjudgedOutput.Why;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnjudgedOutputTest {
    private static final float NAN = Float.NaN;
    private static final float INFINITE = Float.POSITIVE_INFINITY;

    private static Tensor floats(float... values) {
        return Tensor.floats(Shape.of(values.length), values);
    }

    private static List<UnjudgedOutput> in(float... values) {
        return UnjudgedOutput.in(List.of(Map.of("y", floats(values))));
    }

    private static List<UnjudgedOutput> of(Why why) {
        return List.of(new UnjudgedOutput("y", why));
    }

    @Test
    void empty_nan_and_infinite_outputs_show_nothing() {
        assertThat(in()).isEqualTo(of(Why.EMPTY));
        assertThat(in(NAN, NAN)).isEqualTo(of(Why.ALL_NAN));
        assertThat(in(INFINITE, -INFINITE)).isEqualTo(of(Why.ALL_INFINITE));
        assertThat(in(NAN, INFINITE)).isEqualTo(of(Why.NOT_FINITE));
    }

    @Test
    void negative_control_one_number_among_them_or_at_another_step_is_enough() {
        assertThat(in(NAN, NAN, 0)).isEmpty();
        assertThat(in(0)).isEmpty();
        assertThat(UnjudgedOutput.in(List.of(Map.of("y", floats(NAN)), Map.of("y", floats(1)))))
                .isEmpty();
        assertThat(UnjudgedOutput.in(List.of(Map.of("y", Tensor.longs(Shape.of(1), 0)))))
                .isEmpty();
        assertThat(UnjudgedOutput.in(List.of(Map.of("y", Tensor.strings(Shape.of(1), List.of("a"))))))
                .isEmpty();
    }

    @Test
    void an_output_of_one_value_over_and_over_is_uniform_and_a_single_element_is_not() {
        assertThat(UnjudgedOutput.uniform(List.of(Map.of("y", floats(3, 3, 3)))))
                .containsExactly("y");
        assertThat(UnjudgedOutput.uniform(List.of(Map.of("y", Tensor.strings(Shape.of(2), List.of("a", "a"))))))
                .containsExactly("y");
        assertThat(UnjudgedOutput.uniform(List.of(Map.of("y", floats(3))))).isEmpty();
        assertThat(UnjudgedOutput.uniform(List.of(Map.of("y", floats(3, 3.5f, 3)))))
                .isEmpty();
        assertThat(UnjudgedOutput.uniform(List.of(Map.of("y", floats(3, 3)), Map.of("y", floats(4, 4)))))
                .isEmpty();
    }
}
