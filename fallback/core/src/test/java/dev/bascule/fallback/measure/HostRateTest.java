package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.BlockBounds.Block;
import dev.bascule.fallback.measure.BlockBounds.Finding;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lies that are too small for one block to show. */
@Tag("red-team")
class HostRateTest {
    private final HostRate rate = new HostRate();

    /** Blocks of 20 iterations as a runner tells them, and as the host sees them; each is sound by itself. */
    private void saw(int blocks, double sum, double told, double seen, long shipped) {
        for (int i = 0; i < blocks; i++) {
            Block block = block(i, sum, told, seen);
            assertThat(BlockBounds.judge(block)).isEqualTo(new Finding.Sound());
            rate.saw(block, shipped);
        }
    }

    private static Block block(long seed, double sum, double told, double seen) {
        double[] values = new Random(seed).doubles(20, 0.9, 1.1).toArray();
        double all = Arrays.stream(values).sum();
        Samples samples = Samples.ofMillis(
                Arrays.stream(values).map(value -> value * sum / all).toArray());
        return new Block(samples, millis(told), millis(2), millis(seen), 4000);
    }

    private static Duration millis(double millis) {
        return Duration.ofNanos((long) (millis * 1e6));
    }

    @Test
    void a_clock_at_eight_tenths_of_its_rate_is_noticed_over_the_blocks_of_a_session() {
        saw(6, 0.8 * 99, 0.8 * 100, 106, 0);

        assertThat(rate.doubt())
                .hasValueSatisfying(why -> assertThat(why)
                        .isEqualTo(
                                "noisy: 1.25 times as long passed as the runner tells of in its blocks, by its own clock"
                                        + " (median of 6 blocks)"));
    }

    @Test
    void samples_scaled_to_seven_tenths_are_noticed_in_blocks_of_true_length() {
        saw(6, 0.7 * 200, 200, 204, 0);

        assertThat(rate.doubt()).hasValueSatisfying(why -> assertThat(why).contains("in its samples"));
    }

    @Test
    void an_honest_runner_is_not_doubted_where_single_blocks_are_held_up_or_all_are_a_little() {
        saw(4, 99, 100, 106, 0);
        saw(2, 99, 100, 180, 0);
        assertThat(rate.doubt()).as("two of six held up").isEmpty();

        saw(12, 82, 83, 83 + 14, 0);
        assertThat(rate.doubt())
                .as("the longest ways of a machine that five builds shared")
                .isEmpty();
    }

    @Test
    void outputs_that_are_shipped_after_a_block_take_their_time() {
        saw(6, 99, 100, 180, 4_000_000);

        assertThat(rate.doubt()).isEmpty();
    }

    @Test
    void of_a_few_blocks_nothing_is_said() {
        saw(4, 0.8 * 99, 0.8 * 100, 106, 0);

        assertThat(rate.doubt()).isEmpty();
    }
}
