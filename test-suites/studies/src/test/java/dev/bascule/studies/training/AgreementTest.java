package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AgreementTest {
    private static final List<Float> LOSSES = List.of(2f, 1.5f, 1f);

    @Test
    void losses_of_the_same_bits_agree_bitwise() {
        Agreement agreement = Agreement.of(LOSSES, List.of(2f, 1.5f, 1f, 0.5f));

        assertThat(agreement.kind()).isEqualTo(Agreement.Kind.BITWISE);
        assertThat(agreement.steps()).isEqualTo(3);
        assertThat(agreement.furthest()).isZero();
    }

    @Test
    void losses_of_other_bits_are_bounded_from_the_first_of_them() {
        Agreement agreement = Agreement.of(LOSSES, List.of(2f, Math.nextUp(1.5f), 1f));

        assertThat(agreement.kind()).isEqualTo(Agreement.Kind.BOUNDED);
        assertThat(agreement.firstOther()).hasValue(2);
        assertThat(agreement.furthest()).isBetween(7e-8, 9e-8);
    }

    @Test
    void losses_further_apart_than_a_thousandth_diverge_from_there() {
        Agreement agreement = Agreement.of(LOSSES, List.of(2f, Math.nextUp(1.5f), 1.01f));

        assertThat(agreement.kind()).isEqualTo(Agreement.Kind.DIVERGENT);
        assertThat(agreement.firstOther()).hasValue(2);
        assertThat(agreement.firstBeyond()).hasValue(3);
    }

    @Test
    void what_is_no_number_diverges_but_from_itself() {
        assertThat(Agreement.of(LOSSES, List.of(2f, Float.NaN, 1f)).firstBeyond())
                .hasValue(2);
        assertThat(Agreement.of(List.of(Float.NaN), List.of(Float.NaN)).kind()).isEqualTo(Agreement.Kind.BITWISE);
    }

    @Test
    void of_no_steps_nothing_is_said() {
        assertThat(Agreement.among(List.of(), LOSSES)).isEmpty();
        assertThat(Agreement.among(LOSSES, LOSSES)).isPresent();
    }
}
