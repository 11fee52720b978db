package dev.bascule.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplittingTest {
    private static final List<String> CLASSES = List.of("even", "odd");

    @Test
    void a_fifth_of_each_class_is_held_back_and_nothing_is_in_both_parts() {
        LabelledData data = split(distinct(100));
        assertThat(data.train().count()).isEqualTo(80);
        assertThat(data.test().count()).isEqualTo(20);
        assertThat(IntStream.range(0, 20)
                        .filter(each -> data.test().label(each) == 0)
                        .count())
                .isEqualTo(10);
        List<Integer> both = new ArrayList<>(data.split().train());
        both.addAll(data.split().test());
        assertThat(both)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 100).boxed().toList());
        assertThat(data.split().leaked()).isEmpty();
        assertThat(data.chance()).isEqualTo(0.5);
    }

    /** The negative control of the data: a sample of the test part that was learned from. */
    @Test
    void a_sample_that_is_in_both_parts_is_taken_out_of_the_test_part_and_told() {
        float[] values = distinct(100);
        LabelledData clean = split(values);
        int learned = clean.split().train().get(0);
        int held = clean.split().test().get(3);
        values[2 * held] = values[2 * learned];
        values[2 * held + 1] = values[2 * learned + 1];
        LabelledData leaky = split(values);
        assertThat(leaky.split().leaked()).containsExactly(held);
        assertThat(leaky.split().test()).doesNotContain(held).hasSize(19);
        assertThat(leaky.test().count()).isEqualTo(19);
        assertThat(leaky.split().told()).contains("1 of the test part were in the train part too");
    }

    /** Twenty copies of one sample are one answer, and no narrower interval. */
    @Test
    void a_sample_that_is_twice_in_the_test_part_is_judged_once_and_told() {
        float[] values = distinct(100);
        Split clean = split(values).split();
        List<Integer> even = clean.test().stream().filter(each -> each % 2 == 0).toList();
        for (int copy : even.subList(1, 4)) {
            values[2 * copy] = values[2 * even.get(0)];
            values[2 * copy + 1] = values[2 * even.get(0) + 1];
        }
        LabelledData doubled = split(values);
        assertThat(doubled.split().doubled()).isEqualTo(even.subList(1, 4));
        assertThat(doubled.split().test())
                .hasSize(17)
                .contains(even.get(0))
                .doesNotContainAnyElementsOf(even.subList(1, 4));
        assertThat(doubled.test().count()).isEqualTo(17);
        assertThat(doubled.split().told()).contains("17 to test", "as were 3 that repeat another of it");
        assertThat(clean.doubled()).isEmpty();
    }

    @Test
    void samples_that_are_all_equal_are_refused_as_what_they_are() {
        assertThatThrownBy(() -> split(new float[40]))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_INVALID))
                .hasMessageContaining("all 20 samples of 'parity' are equal");
        float[] values = new float[40];
        values[0] = 1;
        assertThatThrownBy(() -> split(values)).hasMessageContaining("is held back and is not learned from too");
    }

    @Test
    void repeated_and_contradictory_samples_of_the_train_part_are_counted() {
        float[] values = distinct(100);
        Split clean = split(values).split();
        // Places 2k and 2k + 1 have different labels.
        int even =
                clean.train().stream().filter(each -> each % 2 == 0).findFirst().orElseThrow();
        int odd =
                clean.train().stream().filter(each -> each % 2 == 1).findFirst().orElseThrow();
        values[2 * odd] = values[2 * even];
        values[2 * odd + 1] = values[2 * even + 1];
        Split split = split(values).split();
        assertThat(split.repeated()).isEqualTo(1);
        assertThat(split.contradictory()).isEqualTo(2);
        assertThat(clean.repeated()).isZero();
        assertThat(clean.contradictory()).isZero();
    }

    @Test
    void numbers_are_normalised_by_the_train_part_alone() {
        float[] values = distinct(100);
        LabelledData data = split(values);
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < 160; i++) {
            float value = data.train().samples().data().getFloat(i * 4);
            sum += value;
            squares += (double) value * value;
        }
        assertThat(sum / 160).isCloseTo(0, within(1e-6));
        assertThat(squares / 160).isCloseTo(1, within(1e-6));
        values[2 * data.split().test().get(0)] = 1e6f;
        assertThat(split(values).normalisation()).isEqualTo(data.normalisation());
    }

    @Test
    void equal_data_has_an_equal_hash_and_each_change_another() {
        float[] values = distinct(100);
        String hash = split(values).sha256();
        assertThat(split(values.clone()).sha256()).isEqualTo(hash);
        values[17] += 1;
        assertThat(split(values).sha256()).isNotEqualTo(hash);
    }

    @Test
    void a_class_too_small_to_be_divided_is_refused_with_its_name() {
        assertThatThrownBy(() -> Splitting.byClass(
                        "tiny",
                        "a test",
                        List.of("many", "few"),
                        new Labelled(
                                Tensor.floats(Shape.of(6, 1), 1, 2, 3, 4, 5, 6),
                                Tensor.longs(Shape.of(6), 0, 0, 0, 0, 0, 1)),
                        OptionalInt.empty()))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.DATA_INVALID);
                    assertThat(e).hasMessageContaining("few");
                    assertThat(e.failure().remedies()).anyMatch(each -> each.contains("at least 3"));
                });
    }

    @Test
    void shuffled_labels_are_the_same_labels_in_another_order() {
        Labelled train = split(distinct(100)).train();
        Labelled shuffled = train.withShuffledLabels(1);
        assertThat(shuffled.samples()).isEqualTo(train.samples());
        assertThat(shuffled.labels()).isNotEqualTo(train.labels());
        assertThat(counts(shuffled)).isEqualTo(counts(train));
    }

    @Test
    void targets_have_a_one_at_the_label() {
        Labelled some = new Labelled(Tensor.floats(Shape.of(2, 1), 5, 6), Tensor.longs(Shape.of(2), 2, 0));
        assertThat(some.oneHot(3)).isEqualTo(Tensor.floats(Shape.of(2, 3), 0, 0, 1, 1, 0, 0));
        Labelled turned = some.at(Tensor.longs(Shape.of(3), 1, 0, 1));
        assertThat(turned.samples()).isEqualTo(Tensor.floats(Shape.of(3, 1), 6, 5, 6));
        assertThat(turned.labels()).isEqualTo(Tensor.longs(Shape.of(3), 0, 2, 0));
    }

    private static long counts(Labelled part) {
        return IntStream.range(0, part.count())
                .filter(each -> part.label(each) == 1)
                .count();
    }

    private static float[] distinct(int count) {
        float[] values = new float[2 * count];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 0.25f;
        }
        return values;
    }

    private static LabelledData split(float[] values) {
        int count = values.length / 2;
        return Splitting.byClass(
                "parity",
                "a test",
                CLASSES,
                new Labelled(
                        Tensor.floats(Shape.of(count, 2), values.clone()),
                        Tensor.longs(
                                Shape.of(count),
                                IntStream.range(0, count)
                                        .mapToLong(each -> each % 2)
                                        .toArray())),
                OptionalInt.empty());
    }
}
