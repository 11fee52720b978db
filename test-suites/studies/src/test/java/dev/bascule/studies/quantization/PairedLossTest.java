package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class PairedLossTest {

    private static double[] losses(int n, int from, int until) {
        double[] losses = new double[n];
        java.util.Arrays.fill(losses, from, until, 1);
        return losses;
    }

    @Test
    void its_interval_of_counts_is_bonett_and_prices() {
        // By hand: (11 - 3) / 102 = 0.07843; its variance (14/102 - 0.07843²) / 102 = 0.0012853; 1.96 · 0.035851 =
        // 0.070267.
        PairedLoss loss = PairedLoss.ofCounts(losses(100, 0, 10), losses(100, 50, 52));

        assertThat(loss.difference()).isCloseTo(0.08, offset(1e-12));
        assertThat(loss.ownAlone()).isEqualTo(10);
        assertThat(loss.otherAlone()).isEqualTo(2);
        assertThat(loss.ci95().orElseThrow().low()).isCloseTo(0.00816, offset(1e-4));
        assertThat(loss.ci95().orElseThrow().high()).isCloseTo(0.14870, offset(1e-4));
        assertThat(PairedLoss.ofCounts(losses(100, 50, 52), losses(100, 0, 10)).isSurelyLess())
                .isTrue();
        assertThat(loss.isSurelyLess()).isFalse();
    }

    @Test
    void equal_losses_tie_and_their_interval_is_not_nothing() {
        PairedLoss loss = PairedLoss.ofCounts(losses(100, 0, 10), losses(100, 0, 10));

        assertThat(loss.difference()).isZero();
        assertThat(loss.isSurelyLess()).isFalse();
        assertThat(loss.ci95().orElseThrow().high()).isPositive();
    }

    @Test
    void its_interval_of_other_figures_is_students() {
        double[] own = {0.2, 0.3, 0.2, 0.3, 0.2, 0.3, 0.2, 0.3};
        double[] other = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};

        // Mean 0.15, deviation 0.05345, t(7) 2.3646: 0.15 ± 0.04469.
        PairedLoss loss = PairedLoss.of(own, other);

        assertThat(loss.ci95().orElseThrow().low()).isCloseTo(0.10531, offset(1e-4));
        assertThat(loss.ci95().orElseThrow().high()).isCloseTo(0.19469, offset(1e-4));
    }

    /** What loses nothing on so many frames is never less sure than what loses some. */
    @Test
    void a_perfect_share_is_never_less_sure_than_one_that_loses() {
        double[] none = new double[16];
        PairedLoss perfect = PairedLoss.ofShares(none, none, 64);

        // t(15) 2.1314 · √2 / (64 · 18): a frame lost and one won.
        assertThat(perfect.ci95().orElseThrow().high()).isCloseTo(0.0026166, offset(1e-6));
        assertThat(perfect.ci95().orElseThrow().low()).isNegative();
        for (int lost = 1; lost <= 16; lost++) {
            for (int frames : new int[] {1, 5, 64}) {
                double[] some = new double[16];
                java.util.Arrays.fill(some, 0, lost, frames / 64.0);
                assertThat(PairedLoss.ofShares(some, none, 64)
                                .ci95()
                                .orElseThrow()
                                .high())
                        .as("%d stretches lose %d frames", lost, frames)
                        .isGreaterThan(perfect.ci95().orElseThrow().high());
            }
        }
        assertThat(PairedLoss.ofShares(none, none, 8).ci95().orElseThrow().high())
                .isGreaterThan(perfect.ci95().orElseThrow().high());
    }

    @Test
    void few_samples_have_no_interval() {
        assertThat(PairedLoss.ofCounts(losses(7, 0, 7), losses(7, 0, 0)).ci95()).isEmpty();
    }
}
