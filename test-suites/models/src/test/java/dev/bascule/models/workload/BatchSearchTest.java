package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class BatchSearchTest {
    private final List<Integer> tried = new ArrayList<>();

    /** Twelve samples around a latency, half a per cent apart. */
    private IntFunction<BatchPoint> latency(IntToDoubleFunction millis) {
        return batch -> {
            tried.add(batch);
            double[] samples = new double[12];
            Arrays.setAll(samples, i -> millis.applyAsDouble(batch) * (0.9975 + 0.005 * i / 11));
            return new BatchPoint.Measured(batch, Samples.ofMillis(samples), OptionalLong.of(batch * 1_000L));
        };
    }

    private static BatchSearch.Curve search(IntFunction<BatchPoint> trial, SearchLimits limits, int highest) {
        return new BatchSearch(trial, limits, highest, () -> false).run();
    }

    private static int chosen(BatchSearch.Curve curve) {
        return curve.chosen().orElseThrow().batch();
    }

    @Test
    void it_doubles_to_the_knee_and_refines_around_the_best() {
        // 1 ms of overhead, free rows up to 16, then each row costs a tenth.
        BatchSearch.Curve curve = search(latency(b -> 1 + Math.max(0, b - 16)), SearchLimits.NONE, 256);

        assertThat(tried).containsExactly(1, 2, 4, 8, 16, 32, 64, 12, 24);
        assertThat(chosen(curve)).isEqualTo(16);
        assertThat(curve.notes().get(0)).contains("two doublings in a row");
        assertThat(curve.points()).extracting(BatchPoint::batch).isSorted();
    }

    @Test
    void a_tie_goes_to_the_smaller_batch() {
        BatchSearch.Curve curve = search(latency(b -> b), SearchLimits.NONE, 64);

        assertThat(chosen(curve)).isEqualTo(1);
        assertThat(curve.notes()).anyMatch(note -> note.startsWith("chosen: batch 1"));
    }

    @Test
    void a_limit_of_latency_is_held_and_approached_by_halving() {
        SearchLimits limits =
                new SearchLimits(Optional.of(Duration.ofMillis(23)), OptionalLong.empty(), OptionalDouble.empty());

        BatchSearch.Curve curve = search(latency(b -> 10 + 0.5 * b), limits, 256);

        assertThat(tried).containsExactly(1, 2, 4, 8, 16, 32, 24, 28, 26);
        assertThat(chosen(curve)).isEqualTo(26);
        assertThat(curve.notes().get(0)).contains("batch 32").contains("over the limit of 23");
    }

    @Test
    void a_limit_of_memory_is_held() {
        SearchLimits limits = new SearchLimits(Optional.empty(), OptionalLong.of(9_000), OptionalDouble.empty());

        assertThat(chosen(search(latency(b -> 10 + 0.1 * b), limits, 256))).isEqualTo(9);
    }

    @Test
    void a_batch_that_ran_out_of_memory_is_halved() {
        IntFunction<BatchPoint> fine = latency(b -> 10 + 0.1 * b);
        Failure out = Failure.of(ErrorCode.OUT_OF_MEMORY, "bad_alloc");

        BatchSearch.Curve curve =
                search(b -> b > 20 ? new BatchPoint.Failed(b, out, true) : fine.apply(b), SearchLimits.NONE, 256);

        assertThat(curve.points()).anyMatch(point -> point.batch() == 32 && point instanceof BatchPoint.Failed);
        assertThat(chosen(curve)).isBetween(16, 20);
        assertThat(curve.notes().get(0)).contains("batch 32").contains("bad_alloc");
    }

    @Test
    void nothing_within_the_limits_is_said_and_not_chosen() {
        SearchLimits limits =
                new SearchLimits(Optional.of(Duration.ofMillis(1)), OptionalLong.empty(), OptionalDouble.empty());

        assertThat(search(latency(b -> 10.0 * b), limits, 64).chosen()).isEmpty();
        assertThat(tried).containsExactly(1);
    }

    @Test
    void a_size_that_the_clock_cannot_time_is_passed_over_and_has_no_throughput() {
        // A page's clock of 0.1 ms: what takes 0 or 1 of its steps is not quick, it is unknown.
        BatchSearch.Curve curve = search(
                batch -> new BatchPoint.Measured(
                        batch,
                        Samples.ofMillis(batch < 8 ? new double[12] : equal(2.0 * batch)),
                        OptionalLong.empty(),
                        OptionalDouble.of(0.1)),
                SearchLimits.NONE,
                32);

        assertThat(chosen(curve)).isEqualTo(8);
        assertThat(curve.notes())
                .anyMatch(note -> note.startsWith("too quick for the clock, and without a throughput: batch 1, 2, 4"));
        assertThat(search(
                                batch -> new BatchPoint.Measured(
                                        batch, Samples.ofMillis(new double[12]), OptionalLong.empty()),
                                SearchLimits.NONE,
                                4)
                        .chosen())
                .as("nothing that takes no time at all")
                .isEmpty();
    }

    private static double[] equal(double millis) {
        double[] samples = new double[12];
        Arrays.fill(samples, millis);
        return samples;
    }

    @Test
    void samples_too_few_for_an_interval_decide_no_tie() {
        BatchSearch.Curve curve = search(
                batch -> new BatchPoint.Measured(
                        batch,
                        Samples.ofMillis(batch, batch, 0.99 * batch / (1 + 0.001 * batch)),
                        OptionalLong.empty()),
                SearchLimits.NONE,
                8);

        assertThat(curve.chosen()).isEqualTo(curve.best());
        assertThat(curve.notes())
                .noneMatch(note -> note.contains("overlap"))
                .anyMatch(note -> note.contains("too few for an interval"));
    }

    @Test
    void a_noisy_curve_says_so_and_negative_control_a_smooth_one_does_not() {
        BatchSearch.Curve dented = search(latency(b -> b == 4 ? 40 : 10 + 0.1 * b), SearchLimits.NONE, 64);
        BatchSearch.Curve smooth = search(latency(b -> 10 + 0.1 * b), SearchLimits.NONE, 64);

        assertThat(dented.notes()).anyMatch(note -> note.startsWith("noisy: batch 4 lies below both"));
        assertThat(smooth.notes()).noneMatch(note -> note.startsWith("noisy"));
    }
}
