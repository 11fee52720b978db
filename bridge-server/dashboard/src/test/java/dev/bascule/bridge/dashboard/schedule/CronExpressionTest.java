package dev.bascule.bridge.dashboard.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "* * * * *",
                "*/5 * * * *",
                "30 2 * * 1-5",
                "0,30 1-3/2 1,15 1,6 0",
                " 0  0 * JAN MON-FRI ",
                "0-59/7,3 0 28 2 *"
            })
    void what_people_write_is_read(String text) {
        assertThat(CronExpression.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0,30 1-3/,30 1- 1,6 0",
                "0 1- * * *",
                "0 -1 * * *",
                "0 */ * * *",
                "0 , * * *",
                "0 1,, * * *",
                "0 0|1 * * *",
                "",
                "0 0 * *",
                "61 2 * * *",
                "0 0 30 2 *"
            })
    void what_is_no_time_is_refused_in_words(String text) {
        assertThatThrownBy(() -> CronExpression.parse(text))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE_ERROR));
    }
}
