package dev.bascule.nativerunner.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.KernelReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing here is judged by its speed: only whether a kernel does what it says, and whether one that does not is caught. */
class KernelsTest {
    private static final long SIZE = 64 << 10;

    private final MemoryKernels memory = new MemoryKernels(SIZE);
    private final MemoryKernels.Triad triad = new MemoryKernels.Triad(SIZE);

    private static KernelReading timed(Kernel kernel, int threads) throws InterruptedException {
        return new KernelTimer(System::nanoTime, 3).time(kernel, threads);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void every_kernel_is_right_on_any_number_of_threads(int threads) throws Exception {
        List<Function<Integer, Kernel>> kernels = List.of(
                n -> memory.read(SIZE, n),
                n -> memory.write(SIZE, n),
                n -> memory.copy(SIZE, n),
                n -> triad.kernel(SIZE, n),
                ArithmeticKernels::fma);
        for (Function<Integer, Kernel> kernel : kernels) {
            KernelReading reading = timed(kernel.apply(threads), threads);

            assertThat(reading.reason()).as(reading.kernel()).isEmpty();
            assertThat(reading.samples().size()).isEqualTo(3);
            assertThat(reading.work()).isPositive();
        }
    }

    @Test
    void the_clock_counts_two_cycles_a_step() throws Exception {
        KernelReading reading = timed(ArithmeticKernels.clock(), 1);

        assertThat(reading.reason()).isEmpty();
        assertThat(reading.unit()).isEqualTo(KernelReading.Unit.CYCLE);
        long[] steps = {0};
        Kernel counted = ArithmeticKernels.clock((start, mask, step, asked) -> {
            steps[0] += asked;
            return start;
        });
        counted.run(0, 3);
        assertThat(steps[0]).isPositive();
        assertThat(counted.workPerPass() * 3).isEqualTo(2.0 * steps[0]);
    }

    @Test
    @Tag("red-team")
    void negative_control_a_read_that_stops_early_gets_no_number() throws Exception {
        Kernel lazy = memory.read(
                SIZE,
                1,
                (from, to) -> Arrays.mismatch(
                        memory.firstArray(),
                        from,
                        to - 1,
                        memory.secondArray(),
                        from + MemoryKernels.shift(),
                        to - 1 + MemoryKernels.shift()));

        assertCaught(timed(lazy, 1), "last element was not seen");
    }

    @Test
    void negative_control_a_write_that_leaves_one_out_gets_no_number() throws Exception {
        Kernel lazy = memory.write(SIZE, 1, (from, to) -> {
            Arrays.fill(memory.firstArray(), from, to - 1, 42);
            return 0;
        });

        assertCaught(timed(lazy, 1), "was not written");
    }

    @Test
    void negative_control_a_copy_that_corrupts_one_gets_no_number() throws Exception {
        Kernel corrupt = memory.copy(SIZE, 1, (from, to) -> {
            System.arraycopy(memory.firstArray(), from, memory.secondArray(), from + MemoryKernels.shift(), to - from);
            memory.secondArray()[from + MemoryKernels.shift() + 5]++;
            return 0;
        });

        assertCaught(timed(corrupt, 1), "element 5");
    }

    @Test
    void negative_control_a_triad_that_does_nothing_gets_no_number() throws Exception {
        assertCaught(timed(triad.kernel(SIZE, 1, (from, to) -> 0), 1), "element 0");
    }

    @Test
    void negative_control_multiply_adds_left_out_are_noticed() throws Exception {
        assertCaught(timed(ArithmeticKernels.fma(1, (values, factor, added) -> values[0] = added), 1), "instead of");
    }

    @Test
    @Tag("red-team")
    void negative_control_a_timed_call_that_leaves_passes_out_is_noticed_on_every_thread() throws Exception {
        for (int lazy = 0; lazy < 2; lazy++) {
            String name = "bascule-kernel-" + lazy;
            // Right the first few times, as code is before it is compiled, and then one pass in ten is left out: a slow
            // machine makes few.
            AtomicInteger calls = new AtomicInteger();
            Kernel kernel = ArithmeticKernels.fma(2, (values, factor, added) -> {
                if (!Thread.currentThread().getName().equals(name) || calls.incrementAndGet() % 10 != 9) {
                    for (int i = 0; i < values.length; i++) {
                        values[i] += 16;
                    }
                }
            });

            assertCaught(timed(kernel, 2), "of thread " + lazy);
        }
    }

    @Test
    void negative_control_a_chain_of_which_one_step_is_left_out_is_noticed() throws Exception {
        assertCaught(
                timed(
                        ArithmeticKernels.clock((start, mask, step, steps) -> {
                            long x = start;
                            for (int i = 0; i < steps - 1; i++) {
                                x = (x ^ mask) + step;
                            }
                            return x;
                        }),
                        1),
                "steps were left out");
    }

    @Test
    void negative_control_a_chain_cut_short_is_noticed() throws Exception {
        assertCaught(timed(ArithmeticKernels.clock((start, mask, step, steps) -> start), 1), "steps were left out");
    }

    private static void assertCaught(KernelReading reading, String words) {
        assertThat(reading.samples().isEmpty()).isTrue();
        assertThat(reading.reason())
                .hasValueSatisfying(reason ->
                        assertThat(reason).startsWith("its result is wrong: ").contains(words));
    }

    @Test
    void code_that_became_better_while_it_was_timed_is_noticed_and_noise_is_not() {
        assertThat(KernelTimer.quickened(9, 9, 9, 5, 1, 1, 1, 1, 1)).isTrue();
        assertThat(KernelTimer.quickened(1, 1, 1, 5, 1, 1, 9, 9, 9)).isFalse();
        assertThat(KernelTimer.quickened(1.2, 1, 1, 9, 1, 1, 1, 0.9, 1)).isFalse();
    }

    @Test
    void when_time_is_over_what_is_left_says_so() throws Exception {
        List<KernelReading> readings = new ArrayList<>();

        new CpuKernels(System::nanoTime, 2, true, Duration.ZERO, 64 << 20, () -> false).run(readings::add);

        Set<String> reasons =
                readings.stream().flatMap(reading -> reading.reason().stream()).collect(Collectors.toSet());
        assertThat(readings)
                .hasSizeGreaterThan(20)
                .allSatisfy(reading -> assertThat(reading.samples().isEmpty()).isTrue());
        assertThat(reasons).containsExactly("the time for kernels was over before it began");
    }

    @Test
    void the_largest_working_set_is_as_wanted_where_the_heap_allows_it_and_says_why_where_not() {
        assertThat(CpuKernels.largest(2L << 30, 16L << 30)).isEqualTo(2L << 30);
        assertThat(CpuKernels.largest(2L << 30, 4L << 30)).isEqualTo(1L << 30);
        assertThat(CpuKernels.largest(64L << 30, 256L << 30)).as("arrays end").isEqualTo(8L << 30);
        assertThat(new CpuKernels(System::nanoTime, 1, true, Duration.ZERO, 1 << 20, () -> false).shortfall())
                .isEmpty();
        assertThat(new CpuKernels(System::nanoTime, 1, true, Duration.ZERO, 1L << 50, () -> false).shortfall())
                .hasValueSatisfying(reason -> assertThat(reason).contains("the heap of this process is"));
    }

    @Test
    void a_slow_kernel_gets_fewer_samples_and_enough_for_an_interval() throws Exception {
        long[] now = {0};
        Kernel slow = new Kernel() {
            @Override
            public String name() {
                return "slow";
            }

            @Override
            public long size() {
                return 1;
            }

            @Override
            public KernelReading.Unit unit() {
                return KernelReading.Unit.BYTE;
            }

            @Override
            public double workPerPass() {
                return 1e12;
            }

            @Override
            public void run(int thread, int passes) {
                now[0] += 1_000_000_000L * passes;
            }

            @Override
            public java.util.Optional<String> check() {
                return java.util.Optional.empty();
            }
        };

        assertThat(new KernelTimer(() -> now[0], 31).time(slow, 1).samples().size())
                .isEqualTo(7);
    }

    @Test
    void the_sweep_rises_by_half_steps_or_quick_by_whole_ones() {
        assertThat(MemoryKernels.sizes(true, 64 << 10)).containsExactly(8L << 10, 16L << 10, 32L << 10, 64L << 10);
        assertThat(MemoryKernels.sizes(false, 32 << 10))
                .containsExactly(8L << 10, 12L << 10, 16L << 10, 24L << 10, 32L << 10);
    }
}
