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
        assertThat(split.shared()).isZero();
    }

    @Test
    void of_neighbours_the_first_calibrate_one_is_left_out_and_those_after_it_judge() {
        List<Sample> all = samples(40);

        SampleSplit split = SampleSplit.ofNeighbours("made", "here", all, new SampleSplit.Counts(10, 20), 7);

        assertThat(split.calibration()).isEqualTo(all.subList(0, 10));
        assertThat(split.evaluation()).hasSize(20).isSubsetOf(all.subList(11, 40));
        assertThat(split.notes()).anyMatch(note -> note.contains("the first 10 calibrate, the next is left out"));
        for (int few = 1; few <= 4; few++) {
            SampleSplit of = SampleSplit.ofNeighbours("made", "here", samples(few), MANY, 7);
            assertThat(of.calibration()).hasSize((few - 1) / 2);
            assertThat(of.evaluation()).hasSize(few < 3 ? few : few - 1 - (few - 1) / 2);
        }
    }

    @Test
    void what_is_carried_from_another_output_is_another_sample() {
        List<Map<String, Tensor>> steps = List.of(sample(1).inputs(), sample(2).inputs());
        String one = Sample.ofSteps(steps, Map.of("x", "next", "y", "last")).sha256();

        assertThat(Sample.ofSteps(steps, Map.of("y", "last", "x", "next")).sha256())
                .isEqualTo(one);
        assertThat(Sample.ofSteps(steps, Map.of("x", "last", "y", "next")).sha256())
                .isNotEqualTo(one);
        assertThat(Sample.ofSteps(steps, Map.of()).sha256()).isNotEqualTo(one);
    }

    @Test
    void a_sample_that_is_there_twice_is_noticed_on_both_sides() {
        List<Sample> twice =
                IntStream.range(0, 40).mapToObj(i -> sample(i / 20)).toList();

        SampleSplit split = SampleSplit.of("made", "here", twice, MANY, 7);

        assertThat(split.shared()).isEqualTo(split.evaluation().size()).isPositive();
    }

    @Test
    void samples_that_are_shared_are_counted_and_not_their_hashes() {
        Sample one = sample(1);

        assertThat(new SampleSplit("", "", List.of(), List.of(one), List.of(one, sample(2), one), List.of()).shared())
                .isEqualTo(2);
    }

    @Test
    void what_judges_judges_once_and_that_is_told() {
        List<Sample> held = List.of(sample(1), sample(2), sample(1), sample(1));

        SampleSplit split = SampleSplit.ofParts("made", "here", List.of(), samples(3), held, MANY, 7);

        assertThat(split.evaluation()).hasSize(2);
        assertThat(split.notes()).containsExactly("2 of 4 samples that could judge are there before: each judges once");
        assertThat(SampleSplit.ofParts("made", "here", List.of(), List.of(), samples(4), MANY, 7)
                        .notes())
                .isEmpty();
    }

    @Test
    void another_label_makes_no_other_sample() {
        Tensor tensor = Tensor.floats(Shape.of(1), 1);
        Sample one = Sample.of(Map.of("x", tensor), OptionalInt.of(1));
        Sample other = Sample.of(Map.of("x", tensor), OptionalInt.of(2));

        assertThat(new SampleSplit("", "", List.of("0", "1", "2"), List.of(one), List.of(other), List.of()).shared())
                .isEqualTo(1);
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
    }

    @Test
    void samples_that_are_all_the_same_are_worth_one() {
        List<Sample> same = List.of(sample(1), sample(1), sample(1), sample(1));

        assertThat(SampleSplit.of("made", "here", same, MANY, 7).evaluation()).hasSize(1);
    }

    @Test
    void who_trains_may_learn_from_the_whole_first_part_and_what_judges_among_it_is_counted() {
        Sample both = sample(1);
        SampleSplit split = SampleSplit.ofParts(
                "",
                "",
                List.of("a"),
                List.of(both, sample(2), sample(3)),
                List.of(both, sample(4)),
                new SampleSplit.Counts(1, 10),
                7);

        assertThat(split.calibration()).hasSize(1);
        assertThat(split.learning()).hasSize(3);
        assertThat(split.learnt()).isEqualTo(1);
    }

    @Test
    void of_samples_without_labels_nobody_learns() {
        SampleSplit split = SampleSplit.of("", "", List.of(sample(1), sample(2)), new SampleSplit.Counts(1, 1), 7);

        assertThat(split.learning()).isEmpty();
        assertThat(split.learnt()).isZero();
    }
}
