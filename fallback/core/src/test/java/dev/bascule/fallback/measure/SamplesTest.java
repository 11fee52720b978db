package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplesTest {

    @Test
    void samples_keep_their_order_and_cannot_be_changed() {
        double[] values = {3, 1, 2};
        Samples samples = Samples.ofMillis(values);
        values[0] = 99;
        samples.millis()[1] = 99;
        assertThat(samples.millis()).containsExactly(3, 1, 2);
        assertThat(samples.sorted()).containsExactly(1, 2, 3);
        assertThat(samples.millis()).containsExactly(3, 1, 2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void what_is_no_duration_is_no_sample(double value) {
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.ofMillis(1, value));
    }

    @Test
    void the_median_is_the_middle_value_or_the_mean_of_the_middle_two() {
        assertThat(Samples.ofMillis(5, 1, 3).median()).isEqualTo(3);
        assertThat(Samples.ofMillis(5, 1, 3, 4).median()).isEqualTo(3.5);
        assertThat(Samples.ofMillis(7).median()).isEqualTo(7);
    }

    @Test
    void no_samples_no_number() {
        assertThat(Samples.NONE.isEmpty()).isTrue();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(Samples.NONE::median);
    }

    @Test
    void parts_are_joined_in_order() {
        Samples joined = Samples.concat(List.of(Samples.ofMillis(1, 2), Samples.NONE, Samples.ofMillis(0)));
        assertThat(joined).isEqualTo(Samples.ofMillis(1, 2, 0)).hasSameHashCodeAs(Samples.ofMillis(1, 2, 0));
        assertThat(joined.totalMillis()).isEqualTo(3);
        assertThat(Samples.ofMillis(1).plus(Samples.ofMillis(2))).isEqualTo(Samples.ofMillis(1, 2));
    }

    @Test
    void a_slice_invents_no_samples() {
        Samples samples = Samples.ofMillis(1, 2, 3);
        assertThat(samples.slice(1, 3)).isEqualTo(Samples.ofMillis(2, 3));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> samples.slice(1, 4));
    }

    @Test
    void an_interval_does_not_run_backwards() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Interval(2, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Interval(Double.NaN, 1));
        assertThat(new Interval(1, 2).contains(2)).isTrue();
        assertThat(new Interval(1, 2).contains(2.1)).isFalse();
    }
}
