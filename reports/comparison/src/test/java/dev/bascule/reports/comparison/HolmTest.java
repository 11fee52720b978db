package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HolmTest {
    /** Holm's own example of three: 0.01, 0.02, 0.04 become 0.03, 0.04, 0.04. */
    @Test
    void holm_multiplies_by_what_is_left_and_never_falls() {
        assertThat(Holm.adjusted(0.04, 0.01, 0.02)).containsExactly(new double[] {0.04, 0.03, 0.04}, within(1e-12));
        assertThat(Holm.adjusted(0.6, 0.7)).containsExactly(1, 1);
        assertThat(Holm.adjusted()).isEmpty();
    }
}
