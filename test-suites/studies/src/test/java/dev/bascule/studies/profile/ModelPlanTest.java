package dev.bascule.studies.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ModelPlanTest {
    private static final List<Integer> SIZES = List.of(1, 2, 4, 8);

    private final List<ProfileFigure> figures = new ArrayList<>();

    private static OperatorWorkload sized(int size) {
        OperatorWorkload launch = OperatorWorkloads.launch();
        return new OperatorWorkload(
                ProfileFigure.Subject.MODEL,
                "matmul",
                DType.FLOAT32,
                java.util.Optional.empty(),
                size,
                launch.unit(),
                Math.pow(size, 3),
                launch.model(),
                launch.input(),
                launch.expected(),
                launch.tolerance());
    }

    private void grow(ModelPlan.Stopwatch probe) {
        ModelPlan.grow(figures, probe, true, SIZES, ModelPlanTest::sized, n -> Math.pow(n, 3));
    }

    private static ModelPlan.Timed timed(OperatorWorkload workload, double millisEach, int of) {
        ProfileFigure figure = ProfileFigure.of(
                workload.subject(),
                workload.name(),
                java.util.Optional.of("float32"),
                workload.size(),
                1,
                workload.unit(),
                workload.work() * of,
                Samples.ofMillis(millisEach * of, millisEach * of, millisEach * of),
                List.of());
        return new ModelPlan.Timed(figure, OptionalDouble.of(millisEach));
    }

    @Test
    void gathered_samples_do_not_make_the_next_size_look_long() {
        // A tenth of a millisecond each, by a clock so coarse that a thousand are gathered: 100 ms a sample.
        grow((workload, threads) -> timed(workload, 0.1, 1000));

        assertThat(figures).extracting(ProfileFigure::size).containsExactly(1L, 2L, 4L, 8L);
    }

    @Test
    void what_is_too_short_for_the_clock_is_followed_by_what_is_longer() {
        grow((workload, threads) -> workload.size() < 4
                ? new ModelPlan.Timed(ModelProbe.without(workload, threads, "too few samples"), OptionalDouble.of(0))
                : timed(workload, 1, 1));

        assertThat(figures).extracting(ProfileFigure::size).containsExactly(1L, 2L, 4L, 8L);
    }

    @Test
    void a_size_that_would_take_too_long_is_not_begun_and_one_that_falls_over_ends_it() {
        // 30 ms, eight times as much, seven samples: 1680 ms.
        grow((workload, threads) -> timed(workload, 30, 1));
        assertThat(figures).hasSize(1);

        figures.clear();
        grow((workload, threads) -> new ModelPlan.Timed(
                ModelProbe.without(workload, threads, "its result is wrong"), OptionalDouble.empty()));
        assertThat(figures).hasSize(1);
    }

    @Test
    void tf32_is_a_format_of_its_own_where_the_device_has_it_and_no_other_rounding_passes_for_float32() {
        assertThat(Tf32.isComputedBy(
                        Backends.CUDA, Map.of("device.0", "NVIDIA H100 (79.6 GiB, compute capability 9.0)")))
                .isTrue();
        assertThat(Tf32.isComputedBy(Backends.CUDA, Map.of("device.0", "Tesla T4 (14.6 GiB, compute capability 7.5)")))
                .isFalse();
        assertThat(Tf32.isComputedBy(Backends.CUDA, Map.of())).isFalse();
        OperatorWorkload exact = OperatorWorkloads.matmul(DType.FLOAT32, 64);
        OperatorWorkload rounded = OperatorWorkloads.matmulTf32(64);
        assertThat(exact.precision()).contains(Precision.FLOAT32);
        assertThat(rounded.format()).isEqualTo("tf32");
        // What comes out where each value of the result has ten bits of mantissa.
        float[] values = new float[64 * 64];
        for (int i = 0; i < values.length; i++) {
            double value =
                    dev.bascule.fallback.tensor.Elements.of(exact.expected()).at(i);
            double unit = Math.ulp((float) value) * (1 << 13);
            values[i] = (float) (Math.rint(value / unit) * unit);
        }
        Tensor coarse = Tensor.floats(exact.expected().shape(), values);
        assertThat(TensorComparer.compare("y", coarse, exact.expected(), exact.tolerance())
                        .outside())
                .isPositive();
        assertThat(TensorComparer.compare("y", coarse, rounded.expected(), rounded.tolerance())
                        .outside())
                .isZero();
    }

    @Test
    void what_the_next_size_takes_is_reckoned_by_its_own_work() {
        // 20 ms by 16 by 7 is too long, by 8 it would not be.
        ModelPlan.grow(
                figures,
                (workload, threads) -> timed(workload, 20, 1),
                true,
                List.of(32, 64),
                ModelPlanTest::sized,
                channels -> channels == 32 ? 1 : 16);

        assertThat(figures).hasSize(1);
    }
}
