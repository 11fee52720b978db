package dev.bascule.fallback.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.models.inputs.InputSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A pattern that repeats a group by recursion overflows the stack at some thousand repetitions. */
@Tag("attack")
class LongTextsTest {
    private static final int MANY = 20_000;

    @Test
    void a_long_list_of_numbers_is_a_value() {
        String numbers = "1" + ", -2.5e3".repeat(MANY);
        assertThat(InputSource.parse(numbers)).isEqualTo(new InputSource.Literal(numbers));
        assertThat(InputSource.parse(numbers + ", x")).isInstanceOf(InputSource.Text.class);
    }

    @Test
    void a_long_duration_is_one() {
        assertThat(Durations.parse("1ms".repeat(MANY)))
                .hasValueSatisfying(sum -> assertThat(sum.toMillis()).isEqualTo(MANY));
    }
}
