package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleSplitTest {
    private static final SampleSplit.Counts MANY = new SampleSplit.Counts(10, 100);

    private static Sample sample(float number) {
        return Sample.of(Map.of("x", Tensor.floats(Shape.of(1), number)), OptionalInt.empty());
    }

    private static List<Sample> samples(int count) {
        return IntStream.range(0, count).mapToObj(i -> sample(i)).toList();
    }

    @Test
    void no_sample_calibrates_and_judges() {
        SampleSplit split = SampleSplit.of("made", "here", samples(40), MANY, 7);

        assertThat(split.calibration()).hasSize(10);
        assertThat(split.evaluation()).hasSize(30);
        assertThat(split.shared()).isEmpty();
    }

    @Test
    void a_sample_that_is_there_twice_is_noticed_on_both_sides() {
        List<Sample> twice =
                IntStream.range(0, 40).mapToObj(i -> sample(i / 20)).toList();

        SampleSplit split = SampleSplit.of("made", "here", twice, MANY, 7);

        assertThat(split.shared()).isNotEmpty();
    }

    @Test
    void another_label_makes_no_other_sample() {
        Tensor tensor = Tensor.floats(Shape.of(1), 1);
        Sample one = Sample.of(Map.of("x", tensor), OptionalInt.of(1));
        Sample other = Sample.of(Map.of("x", tensor), OptionalInt.of(2));

        assertThat(new SampleSplit("", "", List.of("0", "1", "2"), List.of(one), List.of(other), List.of()).shared())
                .containsExactly(one.sha256());
    }

    @Test
    void equal_seeds_divide_equally_and_others_otherwise() {
        assertThat(SampleSplit.of("made", "here", samples(40), MANY, 7).sha256())
                .isEqualTo(SampleSplit.of("made", "here", samples(40), MANY, 7).sha256())
                .isNotEqualTo(
                        SampleSplit.of("made", "here", samples(40), MANY, 8).sha256());
    }

    @Test
    void one_sample_judges_alone() {
        SampleSplit split = SampleSplit.of("made", "here", samples(1), MANY, 7);

        assertThat(split.calibration()).isEmpty();
        assertThat(split.evaluation()).hasSize(1);
        assertThat(split.notes().get(0)).contains("there is one sample");
        assertThat(split.isConstant()).isFalse();
    }

    @Test
    void samples_that_are_all_the_same_are_noticed() {
        List<Sample> same = List.of(sample(1), sample(1), sample(1), sample(1));

        assertThat(SampleSplit.of("made", "here", same, MANY, 7).isConstant()).isTrue();
    }
}
