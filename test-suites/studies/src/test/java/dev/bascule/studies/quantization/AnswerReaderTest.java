package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AnswerReaderTest {
    private static final AnswerReader READER = new AnswerReader(Optional.of("y"));
    private static final Sample OF_CLASS_1 = Sample.of(Map.of("x", Tensor.floats(Shape.of(1), 1)), OptionalInt.of(1));

    private static Map<String, Tensor> row(float... scores) {
        return Map.of("y", Tensor.floats(Shape.of(1, scores.length), scores));
    }

    @Test
    void the_divergence_is_kullback_and_leiblers_of_the_softmax() {
        // p = (1/2, 1/2), q = (1/4, 3/4): ln(2) / 2 + ln(2/3) / 2 = 0.143841.
        SampleAnswer answer = READER.read(OF_CLASS_1, row(0, (float) Math.log(3)), row(0, 0));

        assertThat(answer.divergence().orElseThrow()).isCloseTo(0.143841, offset(1e-5));
        assertThat(answer.right()).contains(1.0);
        assertThat(answer.agrees()).contains(0.0);
    }

    @Test
    void shares_that_add_up_to_one_are_taken_as_they_are() {
        SampleAnswer answer = READER.read(OF_CLASS_1, row(0.25f, 0.75f), row(0.5f, 0.5f));

        assertThat(answer.divergence().orElseThrow()).isCloseTo(0.143841, offset(1e-5));
    }

    @Test
    void differences_are_relative_to_the_outputs_greatest_magnitude() {
        SampleAnswer answer = READER.read(OF_CLASS_1, row(10, 1), row(8, 0));

        assertThat(answer.greatest().orElseThrow()).isCloseTo(0.25, offset(1e-9));
        assertThat(answer.mean().orElseThrow()).isCloseTo(0.1875, offset(1e-9));
    }

    @Test
    void what_is_no_number_is_right_about_nothing() {
        SampleAnswer answer = READER.read(OF_CLASS_1, row(Float.NaN, Float.NaN), row(0, 1));

        assertThat(answer.right()).contains(0.0);
        assertThat(answer.agrees()).contains(0.0);
        assertThat(answer.greatest()).isEmpty();
    }

    @Test
    void without_a_classifier_only_differences_are_known() {
        SampleAnswer answer = new AnswerReader(Optional.empty()).read(OF_CLASS_1, row(1, 2), row(1, 2));

        assertThat(answer.right()).isEmpty();
        assertThat(answer.agrees()).isEmpty();
        assertThat(answer.greatest()).contains(0.0);
    }
}
