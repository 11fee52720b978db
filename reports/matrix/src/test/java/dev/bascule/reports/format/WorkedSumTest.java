package dev.bascule.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkedSumTest {
    @Test
    void whole_terms_are_whole() {
        assertThat(WorkedSum.of(List.of(40.0, 20.0, 25.0))).isEqualTo(new WorkedSum(List.of("40", "20", "25"), "85"));
    }

    @Test
    void one_decimal_is_enough_where_it_adds_up() {
        assertThat(WorkedSum.of(List.of(40.0, 18.64, 13.27)))
                .isEqualTo(new WorkedSum(List.of("40", "18.6", "13.3"), "71.9"));
    }

    @Test
    void there_are_more_where_rounded_terms_would_not_add_up() {
        assertThat(WorkedSum.of(List.of(40.0, 18.64, 13.24)))
                .as("40 + 18.6 + 13.2 is not 71.9")
                .isEqualTo(new WorkedSum(List.of("40", "18.64", "13.24"), "71.88"));
    }

    @Test
    void there_are_more_where_the_printed_sum_would_be_rounded_otherwise() {
        assertThat(WorkedSum.of(List.of(40.0, 20.0, 13.49)))
                .as("73.5 would be 74")
                .isEqualTo(new WorkedSum(List.of("40", "20", "13.49"), "73.49"));
    }

    @Test
    void a_mean_is_that_of_what_is_printed() {
        assertThat(WorkedSum.ofMean(List.of(78.26, 81.26, 80.26)))
                .as("(78.3 + 81.3 + 80.3) / 3 is not 79.9")
                .isEqualTo(new WorkedSum(List.of("78.26", "81.26", "80.26"), "79.93"));
    }

    @Test
    void whatever_the_terms_what_is_printed_adds_up() {
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            List<Double> terms = List.of(40.0, 20 * random.nextDouble(), 40 * random.nextDouble());
            WorkedSum sum = WorkedSum.of(terms);
            BigDecimal printed = sum.terms().stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
            assertThat(printed).isEqualByComparingTo(sum.result());
            assertThat(printed.setScale(0, RoundingMode.HALF_UP).longValue())
                    .isEqualTo(
                            Math.round(terms.stream().mapToDouble(term -> term).sum()));
        }
    }
}
