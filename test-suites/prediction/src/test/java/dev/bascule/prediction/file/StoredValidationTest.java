package dev.bascule.prediction.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredValidationTest {
    private static StoredValidation.Row row(int trials, double coverage) {
        return new StoredValidation.Row(
                "one model left out", "flops", "L0", trials, 9, 0.5, 0.6, Optional.of(coverage), Optional.empty());
    }

    @Test
    void the_product_brings_what_validation_said_of_its_data() {
        StoredValidation stored = DataFile.shippedValidation();

        assertThat(stored.rows())
                .extracting(StoredValidation.Row::method)
                .contains("flops", "flops+bytes", "nearest", "median-ratio", "class-blend");
        assertThat(stored.machines().keySet())
                .containsAll(DataFile.shipped().targets().keySet().stream()
                        .map(target -> target.machine())
                        .toList());
    }

    @Test
    void a_share_of_all_trials_has_limits_around_it() {
        assertThat(row(313, 0.929712).held()).hasValueSatisfying(held -> {
            assertThat(held.hits()).isEqualTo(291);
            assertThat(held.low()).isLessThan(0.929712);
            assertThat(held.high()).isGreaterThan(0.929712);
        });
    }

    @Test
    void a_share_that_is_none_of_all_trials_has_no_limits() {
        assertThat(row(10, 2.0 / 3).held()).isEmpty();
    }
}
