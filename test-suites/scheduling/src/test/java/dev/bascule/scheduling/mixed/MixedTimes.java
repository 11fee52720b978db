package dev.bascule.scheduling.mixed;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.mixed.MixedWork.Kind;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** How long jobs take: in truth, and as foretold. A part of the cells is not known until a job was done there. */
public final class MixedTimes {
    private static final double Z95 = 1.6449;
    private static final Map<Kind, double[]> SLOWER = new EnumMap<>(Kind.class);

    static {
        // Beside the base time: GPU_SERVER, MAC, LAPTOP, CPU_SERVER, OLD_BOX, PHONE.
        SLOWER.put(Kind.OPERATORS, new double[] {1.0, 0.9, 1.1, 1.0, 2.0, 3.0});
        SLOWER.put(Kind.SMALL_CNN, new double[] {0.5, 0.6, 0.8, 0.6, 3.0, 2.5});
        SLOWER.put(Kind.LARGE_CNN, new double[] {0.15, 0.5, 1.0, 0.7, 8.0, 6.0});
        SLOWER.put(Kind.TRANSFORMER, new double[] {0.1, 0.4, 1.0, 0.8, 10.0, 8.0});
        SLOWER.put(Kind.LANGUAGE_MODEL, new double[] {0.08, 0.25, 1.0, 0.6, 12.0, 10.0});
        SLOWER.put(Kind.BROWSER_CASE, new double[] {1.0, 0.7, 0.9, 1.1, 3.0, 2.0});
        SLOWER.put(Kind.WEBGPU_CASE, new double[] {1.0, 0.5, 1.0, 1.0, 1.0, 2.0});
        SLOWER.put(Kind.CUDA_CASE, new double[] {1.0, 1.0, 1.0, 1.0, 1.0, 1.0});
    }

    private final Map<Cell, Double> truth = new HashMap<>();
    private final Map<Cell, Double> foretold = new HashMap<>();
    private final Set<Cell> unknown = new HashSet<>();
    private final double error;
    private final long seed;

    /**
     * Draws them.
     *
     * @param error of what is foretold, as the standard deviation of its logarithm
     * @param unknownShare of the cells
     */
    public MixedTimes(double error, double unknownShare, long seed) {
        this.error = error;
        this.seed = seed;
        Random random = new Random(seed * 7919);
        for (Kind kind : Kind.values()) {
            int column = 0;
            for (MixedPool type : MixedPool.values()) {
                Cell cell = new Cell(kind, type);
                double time = kind.seconds * SLOWER.get(kind)[column++] * Math.exp(0.15 * random.nextGaussian());
                truth.put(cell, time);
                foretold.put(cell, time * Math.exp(error * random.nextGaussian()));
                if (random.nextDouble() < unknownShare) {
                    unknown.add(cell);
                }
            }
        }
    }

    private record Cell(Kind kind, MixedPool type) {
        static Cell of(Job job, WorkerView worker) {
            return new Cell(Kind.valueOf(job.kind()), MixedPool.typeOf(worker));
        }
    }

    /** The medians that are true. */
    public ServiceTimes truth() {
        return (job, worker) -> known(truth.get(Cell.of(job, worker)), 0.1);
    }

    /** What a scheduler knows, so far. */
    public ServiceTimes foretold() {
        return (job, worker) -> unknown.contains(Cell.of(job, worker))
                ? new ServiceTime.Unknown("never tried")
                : known(foretold.get(Cell.of(job, worker)), error);
    }

    /** How long this one took there: the same, whoever asks. It is known from now on. */
    public Duration took(Job job, WorkerView worker) {
        Cell cell = Cell.of(job, worker);
        unknown.remove(cell);
        Random random = new Random(
                seed ^ (job.id().hashCode() * 1_000_003L + cell.type().number()));
        random.nextGaussian();
        return duration(truth.get(cell) * Math.exp(0.1 * random.nextGaussian()));
    }

    private static ServiceTime.Known known(double seconds, double error) {
        return new ServiceTime.Known(
                duration(seconds),
                duration(seconds * Math.exp(-Z95 * error)),
                duration(seconds * Math.exp(Z95 * error)),
                ServiceTime.Source.ASSUMED);
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos((long) (1e9 * seconds));
    }
}
