package dev.bascule.reports.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StepsToTargetTest {
    private static final OptionalLong NEVER = OptionalLong.empty();

    @Test
    void seeds_in_any_order_have_a_fewest_a_median_and_a_most() {
        assertThat(StepsToTarget.of(List.of(OptionalLong.of(30), OptionalLong.of(10), OptionalLong.of(25))))
                .isEqualTo(new StepsToTarget(OptionalLong.of(10), OptionalDouble.of(25), OptionalLong.of(30)));
        assertThat(StepsToTarget.of(List.of(OptionalLong.of(30), OptionalLong.of(25)))
                        .median())
                .hasValue(27.5);
    }

    @Test
    void a_run_that_never_comes_there_is_later_than_all() {
        StepsToTarget one = StepsToTarget.of(List.of(NEVER, OptionalLong.of(10), OptionalLong.of(25)));
        assertThat(one.median()).hasValue(25);
        assertThat(one.most()).isEmpty();
        assertThat(StepsToTarget.of(List.of(NEVER, OptionalLong.of(10))).median())
                .isEmpty();
        assertThat(StepsToTarget.of(List.of()))
                .isEqualTo(new StepsToTarget(OptionalLong.empty(), OptionalDouble.empty(), OptionalLong.empty()));
    }
}
