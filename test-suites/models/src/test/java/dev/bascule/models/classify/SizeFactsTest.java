package dev.bascule.models.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeFactsTest {
    @ParameterizedTest
    @CsvSource({
        "999_999, 99_999_999, MICRO",
        "1_000_000, 0, SMALL",
        "0, 100_000_000, SMALL",
        "11_689_512, 3_628_000_000, MEDIUM",
        "150_000_000, 1, LARGE",
        "1, 50_000_000_000, LARGE",
        "1_500_000_000, 1, HUGE",
        "1, 500_000_000_000, HUGE"
    })
    void a_network_is_as_large_as_the_larger_of_its_parameters_and_its_operations_says(
            String parameters, String operations, SizeTier tier) {
        assertThat(SizeTier.of(number(parameters), Optional.of(number(operations))))
                .isEqualTo(tier);
    }

    private static long number(String text) {
        return Long.parseLong(text.replace("_", ""));
    }

    @Test
    void operations_that_are_not_known_are_said_to_be_so() {
        assertThat(new SizeFacts(11_689_512, Optional.empty(), false, "").words())
                .isEqualTo("medium: 12M parameters, operations unknown");
        assertThat(new SizeFacts(5_288_548, Optional.of(771_000_000L), true, "").words())
                .isEqualTo("small: 5.3M parameters, at least 771M operations");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "999, 999", "1000, 1k", "1500, 1.5k", "23756, 24k", "1.2e12, 1.2T"})
    void counts_are_short(double many, String text) {
        assertThat(SizeFacts.count(many)).isEqualTo(text);
    }
}
