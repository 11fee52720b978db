package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockBootstrapTest {
    @Test
    void independent_samples_need_no_blocks_and_ones_that_hang_together_do() {
        Random random = new Random(7);
        double[] independent = random.doubles(400).map(value -> 10 + value).toArray();
        double[] hanging =
                new RealisticNoise(0, 0.05, 0.9, 0, 0).samples(10, 400, random).millis();

        assertThat(BlockBootstrap.blockLength(independent)).isLessThanOrEqualTo(2);
        assertThat(BlockBootstrap.blockLength(hanging)).isGreaterThanOrEqualTo(6);
    }

    /** The median of n normal samples of a deviation of 5 % is off by about 1.2533 × 5 % / √n; of a chain with memory 0.9 by far more. */
    @Test
    void what_hangs_together_is_worth_fewer_samples() {
        Random random = new Random(8);
        double independent = BlockBootstrap.standardError(
                new RealisticNoise(0, 0.05, 0, 0, 0).samples(10, 400, random).millis(), 1);
        double hanging = BlockBootstrap.standardError(
                new RealisticNoise(0, 0.05, 0.9, 0, 0).samples(10, 400, random).millis(), 1);

        assertThat(independent).isBetween(0.002, 0.0045);
        assertThat(hanging).isGreaterThan(2 * independent);
    }
}
