package dev.bascule.prediction.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareLimitsTest {

    /** As R's binom.test gives them. */
    @ParameterizedTest
    @CsvSource({
        "59, 59, 0.939391, 1",
        "0, 10, 0, 0.308497",
        "9, 10, 0.554984, 0.997471",
        "50, 100, 0.398321, 0.601679",
    })
    void limits_are_those_of_clopper_and_pearson(int hits, int of, double low, double high) {
        ShareLimits limits = ShareLimits.of(hits, of, 0.95);

        assertThat(limits.low()).isCloseTo(low, within(1e-5));
        assertThat(limits.high()).isCloseTo(high, within(1e-5));
    }

    @Test
    void a_share_of_nothing_is_misuse() {
        assertThatThrownBy(() -> ShareLimits.of(0, 0, 0.95)).isInstanceOf(IllegalArgumentException.class);
    }
}
