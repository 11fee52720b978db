package dev.bascule.quantization.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.ActivationRanges.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CalibratorTest {
    private static Map<String, Tensor> sample(float... values) {
        return Map.of("x", Tensor.floats(Shape.of(values.length), values));
    }

    private static Calibrator fed(Rule rule, List<Map<String, Tensor>> samples) {
        Calibrator calibrator = new Calibrator(rule, List.of("x"));
        samples.forEach(calibrator::add);
        return calibrator;
    }

    @ParameterizedTest
    @EnumSource
    void the_order_of_samples_does_not_matter(Rule rule) {
        List<Map<String, Tensor>> samples = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            samples.add(sample((float) (random.nextGaussian() * Math.pow(10, i % 5)), (float) random.nextGaussian()));
        }
        Calibrator forward = fed(rule, samples);
        Collections.shuffle(samples, random);

        assertThat(fed(rule, samples).ranges()).isEqualTo(forward.ranges());
        assertThat(forward.ranges().samples()).isEqualTo(300);
        assertThat(forward.notes()).isEmpty();
    }

    @Test
    void numbers_that_are_none_are_left_out_and_told() {
        Calibrator calibrator =
                fed(Rule.MIN_MAX, List.of(sample(1, Float.NaN, -2), sample(Float.POSITIVE_INFINITY, 3)));

        assertThat(calibrator.ranges().ranges()).containsExactly(Map.entry("x", new Range(-2, 3)));
        assertThat(calibrator.notes()).singleElement().asString().contains("2 numbers of 'x' were NaN or infinite");
    }

    @ParameterizedTest
    @EnumSource
    void a_value_that_is_never_a_number_has_no_range(Rule rule) {
        Calibrator calibrator = fed(rule, List.of(sample(Float.NaN), sample(Float.NaN)));

        assertThat(calibrator.ranges().ranges()).isEmpty();
        assertThat(calibrator.notes()).anyMatch(note -> note.contains("never a finite number"));
    }

    @Test
    void one_sample_and_a_constant_are_told() {
        assertThat(fed(Rule.MSE, List.of(sample(5, 5))).notes())
                .anyMatch(note -> note.contains("one sample"))
                .anyMatch(note -> note.contains("always 5.0"));
        assertThat(fed(Rule.MSE, List.of()).notes()).singleElement().asString().contains("no sample");
    }

    @Test
    void integers_are_not_taken() {
        assertThatThrownBy(() -> fed(Rule.MIN_MAX, List.of(Map.of("x", Tensor.longs(Shape.of(1), 4)))))
                .hasMessageContaining("'x' is no float32 tensor");
    }
}
