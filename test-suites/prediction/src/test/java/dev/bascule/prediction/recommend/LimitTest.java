package dev.bascule.prediction.recommend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {

    @Test
    void bytes_and_times_are_read_with_their_units() {
        assertThat(Limit.parse("memory<=500MB, p95 <= 50ms,size<=1GiB,load<=1.5s"))
                .containsExactly(
                        new Limit(Quantity.MEMORY, 500e6),
                        new Limit(Quantity.P95, 50),
                        new Limit(Quantity.SIZE, Math.pow(2, 30)),
                        new Limit(Quantity.LOAD, 1500));
    }

    @Test
    void p50_is_the_median() {
        assertThat(Limit.parse("p50<=0.5ms")).containsExactly(new Limit(Quantity.MEDIAN, 0.5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p96<=5ms|nothing is known as 'p96'; there are memory, size, load, median (or p50), mean, p90, p95, p99",
                "p95<50ms|'p95<50ms' is no limit",
                "<=5ms|is no limit",
                "p95<=50|'50' is no limit of p95: give a time such as 50ms",
                "memory<=500|'500' is no limit of memory: give bytes with their unit",
                "memory<=50ms|give bytes with their unit",
                "p95<=0ms|'0ms' is no limit of p95",
                "p95<=5ms,p95<=6ms|limits p95 twice",
                "p50<=5ms,median<=6ms|limits median twice",
                "p95<=5ms,|is no limit"
            })
    void what_is_no_limit_is_refused_and_what_there_is_is_named(String text, String message) {
        assertThatThrownBy(() -> Limit.parse(text))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE_ERROR))
                .hasMessageContaining(message);
    }

    @Test
    void the_median_is_always_wanted_for_the_order() {
        assertThat(Limit.wanted(Limit.parse("p95<=5ms,memory<=1MB")))
                .containsExactly(Quantity.MEMORY, Quantity.MEDIAN, Quantity.P95);
    }
}
