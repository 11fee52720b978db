package dev.bascule.exact.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DimsTest {

    @Test
    void only_a_dimension_of_1_is_repeated() {
        assertThat(Dims.repeated(new int[] {2, 1}, 2, 2)).containsExactly(0, 0, 1, 1);
        assertThatIllegalArgumentException().isThrownBy(() -> Dims.repeated(new int[] {2}, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> Dims.repeated(new int[] {3, 2}, 2, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> Dims.repeated(new int[] {1, 2}, 2));
    }
}
