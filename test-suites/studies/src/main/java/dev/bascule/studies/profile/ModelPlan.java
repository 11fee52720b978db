package dev.bascule.studies.profile;

import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Which workloads a backend is given: each format by rising size until the next would take too long, then threads, then what
 * it costs to call and to transfer. References are made once for all backends. Belongs to one thread.
 */
final class ModelPlan {
    private static final List<DType> FORMATS = List.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16, DType.UINT8);

    private final boolean quick;
    private final int cores;
    private final Map<String, OperatorWorkload> made = new HashMap<>();

    /** @param cores of the machine, for how threads scale */
    ModelPlan(boolean quick, int cores) {
        this.quick = quick;
        this.cores = cores;
    }

    /** Runs all of it, as far as nobody interrupts. */
    List<ProfileFigure> run(Stopwatch probe, RunnerSource source, Backend backend) {
        List<ProfileFigure> figures = new ArrayList<>();
        for (DType format : FORMATS) {
            grow(figures, probe, n -> matmul(format, n), channels -> conv(format, channels));
        }
        if (Tf32.isComputedBy(backend, source.report(backend).adapter())) {
            grow(figures, probe, this::matmulTf32, this::convTf32);
        }
        take(figures, probe, launch(), 1);
        for (int bytes : transfers()) {
            take(figures, probe, transfer(bytes), 1);
        }
        if (backend.accelerator() == DeviceType.CPU && cores > 1) {
            scale(figures, probe, source, backend);
        }
        return figures;
    }

    private List<Integer> products() {
        return quick ? List.of(128, 256) : List.of(64, 128, 256, 512, 1024);
    }

    private List<Integer> convolutions() {
        return quick ? List.of(32) : List.of(32, 64);
    }

    private List<Integer> transfers() {
        return quick ? List.of(4 << 10, 256 << 10, 4 << 20) : List.of(4 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20);
    }

    /** How many workloads there are if none would take too long. */
    int atMost(RunnerSource source, Backend backend) {
        int formats = FORMATS.size()
                + (Tf32.isComputedBy(backend, source.report(backend).adapter()) ? 1 : 0);
        int onThreads = backend.accelerator() == DeviceType.CPU && cores > 1
                ? threads(cores).size()
                : 0;
        return formats * (products().size() + convolutions().size())
                + 1
                + transfers().size()
                + onThreads;
    }

    private void grow(List<ProfileFigure> figures, Stopwatch probe, Sized products, Sized convolutions) {
        grow(figures, probe, quick, products(), products, n -> (double) n * n * n);
        grow(
                figures,
                probe,
                quick,
                convolutions(),
                convolutions,
                channels -> Math.pow((double) channels * edge(channels), 2));
    }

    /** The largest product that was measured, on more threads; a page needs a fresh process for another number of threads. */
    private void scale(List<ProfileFigure> figures, Stopwatch probe, RunnerSource source, Backend backend) {
        OptionalDouble largest = figures.stream()
                .filter(figure -> figure.name().equals("matmul")
                        && figure.dtype().equals(Optional.of("float32"))
                        && figure.rate().isPresent())
                .mapToDouble(ProfileFigure::size)
                .max();
        if (largest.isEmpty()) {
            return;
        }
        OperatorWorkload workload = matmul(DType.FLOAT32, (int) largest.getAsDouble());
        for (int threads : threads(cores)) {
            source.lane(backend).close();
            take(figures, probe, workload, threads);
        }
        source.lane(backend).close();
    }

    /** Powers of two above 1, and all cores. */
    static List<Integer> threads(int cores) {
        return IntStream.concat(
                        IntStream.iterate(2, n -> n < cores, n -> n * 2),
                        cores > 1 ? IntStream.of(cores) : IntStream.empty())
                .boxed()
                .toList();
    }

    /** Runs one workload on so many threads. */
    @FunctionalInterface
    interface Stopwatch {
        Timed time(OperatorWorkload workload, int threads);
    }

    /**
     * A figure, and how long one run took.
     *
     * @param figure with a rate, or the reason why there is none
     * @param millisEach of one run as the clock showed it, which is 0 of runs too short for it; empty where none was right
     */
    record Timed(ProfileFigure figure, OptionalDouble millisEach) {}

    @FunctionalInterface
    interface Sized {
        OperatorWorkload of(int size);
    }

    /**
     * By rising size, until one falls over or is wrong, or the next would take too long.
     *
     * @param work of a size, in any unit: what the next takes is reckoned by it, for making a workload takes time itself
     */
    static void grow(
            List<ProfileFigure> figures,
            Stopwatch probe,
            boolean quick,
            List<Integer> sizes,
            Sized sized,
            IntToDoubleFunction work) {
        for (int i = 0; i < sizes.size(); i++) {
            Optional<Timed> last = take(figures, probe, sized.of(sizes.get(i)), 1);
            // Too short for the clock is no reason to stop: the next one is longer.
            if (last.isEmpty() || last.get().millisEach().isEmpty() || i + 1 == sizes.size()) {
                return;
            }
            double growth = work.applyAsDouble(sizes.get(i + 1)) / work.applyAsDouble(sizes.get(i));
            double next = last.get().millisEach().getAsDouble() * growth;
            if (next * (quick ? 7 : 11) > (quick ? 1500 : 6000)) {
                return;
            }
        }
    }

    private static Optional<Timed> take(
            List<ProfileFigure> figures, Stopwatch probe, OperatorWorkload workload, int threads) {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.empty();
        }
        Timed timed = probe.time(workload, threads);
        figures.add(timed.figure());
        return Optional.of(timed);
    }

    private OperatorWorkload matmul(DType format, int n) {
        return made.computeIfAbsent("matmul " + format + n, key -> OperatorWorkloads.matmul(format, n));
    }

    private OperatorWorkload conv(DType format, int channels) {
        return made.computeIfAbsent(
                "conv " + format + channels, key -> OperatorWorkloads.conv(format, channels, edge(channels)));
    }

    private OperatorWorkload matmulTf32(int n) {
        return made.computeIfAbsent("matmul tf32 " + n, key -> OperatorWorkloads.matmulTf32(n));
    }

    private OperatorWorkload convTf32(int channels) {
        return made.computeIfAbsent(
                "conv tf32 " + channels, key -> OperatorWorkloads.convTf32(channels, edge(channels)));
    }

    private static int edge(int channels) {
        return channels == 32 ? 28 : 56;
    }

    private OperatorWorkload launch() {
        return made.computeIfAbsent("launch", key -> OperatorWorkloads.launch());
    }

    private OperatorWorkload transfer(int bytes) {
        return made.computeIfAbsent("transfer " + bytes, key -> OperatorWorkloads.transfer(bytes));
    }
}
