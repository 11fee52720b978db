package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.BlockBounds.Block;
import dev.bascule.fallback.measure.BlockBounds.Finding;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockBoundsTest {

    /**
     * Real blocks of a headless Chrome and of the native child on two processors under five builds: iterations, their sum, the
     * block by the runner's clock, and between the host's question and the answer.
     */
    @ParameterizedTest
    @CsvSource({
        "3, 565.2500, 566.9800, 578.3194",
        "5, 3.9850, 9.1001, 23.1713",
        "101, 20.1162, 113.7314, 126.7868",
        "859, 200.1704, 215.4239, 218.7790",
        "26, 33.4250, 34.0550, 37.6595",
        "9, 35.4100, 35.6700, 40.9438",
        "1, 10043.5050, 10043.7, 10060"
    })
    void what_was_really_measured_is_sound(int n, double sum, double told, double seen) {
        assertThat(judge(scattered(n, sum), told, 2, seen)).isEqualTo(new Finding.Sound());
    }

    @Test
    void samples_that_add_up_to_more_than_the_host_saw_pass_are_impossible() {
        assertThat(judge(scattered(20, 300), 301, 2, 40))
                .isInstanceOfSatisfying(
                        Finding.Impossible.class,
                        no -> assertThat(no.reason())
                                .isEqualTo("20 iterations of 300.0 ms together where the host saw 40.0 ms pass"));
        assertThat(judge(scattered(20, 38), 39, 2, 40)).isEqualTo(new Finding.Sound());
    }

    @Test
    void samples_that_add_up_to_more_than_their_own_block_are_impossible() {
        assertThat(judge(scattered(20, 300), 200, 2, 400)).isInstanceOf(Finding.Impossible.class);
    }

    @Test
    void a_clock_slowed_tenfold_is_doubted() {
        assertThat(judge(scattered(22, 33.3), 33.5, 2, 340))
                .isInstanceOfSatisfying(
                        Finding.Doubtful.class,
                        doubt -> assertThat(doubt.reason())
                                .isEqualTo(
                                        "22 iterations of 33.3 ms together in a block of 33.5 ms, where the host saw 338.0 ms"
                                                + " pass besides the way"));
    }

    @Test
    void samples_divided_by_ten_in_a_block_of_true_length_are_doubted() {
        assertThat(judge(scattered(220, 33), 333, 2, 340)).isInstanceOf(Finding.Doubtful.class);
        assertThat(judge(scattered(220, 330), 333, 2, 340)).isEqualTo(new Finding.Sound());
    }

    @Test
    void a_clock_that_stands_is_doubted() {
        assertThat(judge(Samples.ofMillis(new double[400]), 0, 2, 2000)).isInstanceOf(Finding.Doubtful.class);
    }

    /** A machine so busy, or a line so long, that each word takes a second is no liar. */
    @Test
    void a_long_way_is_no_time_that_the_runner_hides() {
        assertThat(judge(scattered(20, 33), 34, 1500, 1540)).isEqualTo(new Finding.Sound());
        assertThat(judge(scattered(20, 33), 34, 700, 1440)).isEqualTo(new Finding.Sound());
    }

    /** Outputs of 4 MB are compared outside of the timed region. */
    @Test
    void large_outputs_may_take_longer_to_look_at_than_to_make() {
        Samples quick = scattered(100, 50);
        assertThat(BlockBounds.judge(new Block(quick, millis(4000), millis(2), millis(4010), 4 << 20)))
                .isEqualTo(new Finding.Sound());
        assertThat(BlockBounds.judge(new Block(quick, millis(4000), millis(2), millis(4010), 16)))
                .isInstanceOf(Finding.Doubtful.class);
    }

    @Test
    void a_coarse_clock_may_be_off_by_its_step_at_either_end() {
        assertThat(judge(Samples.ofMillis(100, 0, 100, 0), 200, 1, 120)).isEqualTo(new Finding.Sound());
    }

    @Test
    void a_span_longer_than_what_the_host_saw_is_told() {
        assertThat(BlockBounds.beyond("disposing", millis(900), millis(100)))
                .contains("it says that disposing took 900.0 ms, where the host saw 100.0 ms pass");
        assertThat(BlockBounds.beyond("disposing", millis(100), millis(100))).isEmpty();
    }

    private static Finding judge(Samples samples, double told, double noticed, double seen) {
        return BlockBounds.judge(new Block(samples, millis(told), millis(noticed), millis(seen), 64));
    }

    private static Samples scattered(int n, double sum) {
        Random random = new Random(5);
        double[] values = random.doubles(n, 0.9, 1.1).toArray();
        double all = Arrays.stream(values).sum();
        return Samples.ofMillis(
                Arrays.stream(values).map(value -> value * sum / all).toArray());
    }

    private static Duration millis(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }
}
