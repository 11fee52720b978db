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

    @Test
    void an_interval_without_1_that_is_no_claim_is_told_with_its_way_and_why_it_is_none() {
        Estimate slower = new Estimate(Math.log(3.4), 0.25, 1000, Estimate.Basis.SEPARATE_RUNS, 9, 9, Optional.empty());
        assertThat(unclaimed(slower, 0.11))
                .isEqualTo("slower (×2.1 to ×5.6), but not surely enough (p = 0.11 by Holm's correction, claimed below"
                        + " 0.01)");
        Estimate faster = new Estimate(-0.1, 0.04, 1000, Estimate.Basis.SEPARATE_RUNS, 9, 9, Optional.empty());
        assertThat(unclaimed(faster, faster.pValue()))
                .as("one comparison, which nothing corrects")
                .isEqualTo("faster (−16 % to −2.1 %), but not surely enough (p = 0.01, claimed below 0.01)");
        Estimate none = new Estimate(0.1, 0.2, 1000, Estimate.Basis.SEPARATE_RUNS, 9, 9, Optional.empty());
        assertThat(unclaimed(none, 1)).as("negative control").isEqualTo("no difference shown (−25 % to +64 %)");
    }

    private static String unclaimed(Estimate estimate, double adjustedP) {
        return Sentences.finding(
                SpeedFinding.NO_DIFFERENCE_SHOWN, Optional.of(estimate), adjustedP, ComparisonOptions.DEFAULT);
    }
}
