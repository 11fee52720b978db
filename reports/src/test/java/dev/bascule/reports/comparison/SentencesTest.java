package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SentencesTest {
    @Test
    void changes_are_told_in_percent_and_large_ones_in_times() {
        assertThat(words(Math.log(0.87), 0.008)).isEqualTo("faster by 12–14 %");
        assertThat(words(Math.log(1.3), 0.01)).isEqualTo("slower by 27–33 %");
        assertThat(words(Math.log(3.2), 0.02)).isEqualTo("takes 3.1–3.3 times as long");
        assertThat(words(Math.log(0.25), 0.02)).isEqualTo("3.8–4.2 times as fast");
    }

    private static String words(double log, double error) {
        return Sentences.change(new Estimate(log, error, 1000, Estimate.Basis.SEPARATE_RUNS, 9, 9, Optional.empty()));
    }
}
