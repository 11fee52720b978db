package dev.bascule.training.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.util.DoubleComparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearningRateTest {
    @Test
    void a_constant_rate_stays() {
        assertThat(new LearningRate.Constant(0.1).at(1000)).isEqualTo(0.1);
    }

    @Test
    void a_cosine_rises_to_its_peak_and_falls_to_its_floor_and_stays_there() {
        LearningRate cosine = new LearningRate.Cosine(1, 0.2, 10, 110);

        assertThat(cosine.at(1)).isEqualTo(0.1);
        assertThat(cosine.at(10)).isEqualTo(1);
        assertThat(cosine.at(60)).isCloseTo(0.6, within(1e-12));
        assertThat(cosine.at(110)).isCloseTo(0.2, within(1e-12));
        assertThat(cosine.at(500)).isCloseTo(0.2, within(1e-12));
    }

    @Test
    void a_cosine_without_a_warm_up_begins_at_its_peak() {
        assertThat(new LearningRate.Cosine(1, 0, 0, 100).at(1)).isEqualTo(1);
        assertThat(new LearningRate.Cosine(1, 0, 0, 1).at(1)).isNotNaN();
    }

    /** PyTorch 2.7.1: CosineAnnealingLR(SGD(lr=1), T_max=4).get_last_lr() before each step. */
    @Test
    void an_annealed_rate_is_pytorchs() {
        LearningRate rate = LearningRate.annealed(1, 4);

        assertThat(List.of(rate.at(1), rate.at(2), rate.at(3), rate.at(4), rate.at(5)))
                .usingComparatorForType(new DoubleComparator(1e-7), Double.class)
                .containsExactly(1.0, 0.8535534, 0.5, 0.1464466, 0.0);
        assertThat(rate.peak()).isEqualTo(1);
        assertThat(rate.words()).contains("cosine decay to 0 in 4 steps");
        assertThat(new LearningRate.Constant(1).words()).isEmpty();
    }

    @Test
    void steps_fall_by_their_factor() {
        LearningRate steps = new LearningRate.Steps(1, 0.5, 10);

        assertThat(List.of(steps.at(1), steps.at(10), steps.at(11), steps.at(21)))
                .containsExactly(1.0, 1.0, 0.5, 0.25);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void a_rate_that_is_no_positive_number_is_refused(double rate) {
        assertThatThrownBy(() -> new LearningRate.Constant(rate)).isInstanceOf(IllegalArgumentException.class);
    }
}
