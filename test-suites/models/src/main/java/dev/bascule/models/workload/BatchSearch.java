package dev.bascule.models.workload;

import dev.bascule.models.workload.BatchPoint.Measured;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Looks for the batch size with the most rows a second within limits. First it doubles: 1, 2, 4, ... until a size fails,
 * breaks a limit, is the highest wanted, or until two sizes in a row brought less than {@value #GAIN_PERCENT} % more than
 * the best before them: that is the knee. Then it refines: between the last size that held the limits and the first that
 * did not by halving the gap, else around the best, at three quarters and at three halves of it. Each size is measured
 * once. A smaller size ties with the best where their intervals of throughput overlap, and then it is the one chosen; where
 * either has no interval nobody can tell, and the best is. A size that the clock is too coarse for is passed over. Used once,
 * by one thread.
 */
public final class BatchSearch {
    static final int GAIN_PERCENT = 5;
    private static final int PATIENCE = 2;
    private static final int HALVINGS = 3;

    private final IntFunction<BatchPoint> trial;
    private final SearchLimits limits;
    private final int highest;
    private final BooleanSupplier stopped;
    private final Map<Integer, BatchPoint> points = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * @param trial measures a batch size
     * @param highest the largest size to try
     * @param stopped whether somebody wants out
     */
    public BatchSearch(IntFunction<BatchPoint> trial, SearchLimits limits, int highest, BooleanSupplier stopped) {
        this.trial = trial;
        this.limits = limits;
        this.highest = highest;
        this.stopped = stopped;
    }

    /**
     * What was found.
     *
     * @param points every size that was tried, smallest first
     * @param chosen the best within the limits, or a smaller one that ties with it; empty where none is
     * @param best the one of the greatest throughput within the limits
     * @param notes why the search ended where it did, and what is odd about the curve
     */
    public record Curve(
            List<BatchPoint> points, Optional<Measured> chosen, Optional<Measured> best, List<String> notes) {
        public Curve {
            points = List.copyOf(points);
            notes = List.copyOf(notes);
        }
    }

    public Curve run() {
        int firstBad = doubling();
        if (firstBad > 0) {
            bisect(firstBad);
        } else {
            aroundBest();
        }
        Optional<Measured> best = best(fit());
        Optional<Measured> chosen = best.map(this::chosen);
        tellCoarse();
        tellNoise();
        return new Curve(List.copyOf(points.values()), chosen, best, notes);
    }

    /** Doubles; the first size that failed or broke a limit, or 0 where the search ended for another reason. */
    private int doubling() {
        double best = 0;
        int without = 0;
        int batch = 1;
        while (!stopped.getAsBoolean()) {
            BatchPoint point = at(batch);
            Optional<String> broken = broken(point);
            if (broken.isPresent()) {
                notes.add("doubling ended at batch %d: %s".formatted(batch, broken.get()));
                return batch;
            }
            Measured measured = (Measured) point;
            if (!measured.isTooQuick()) {
                double throughput = measured.throughput();
                without = throughput > best * (1 + GAIN_PERCENT / 100.0) ? 0 : without + 1;
                best = Math.max(best, throughput);
            }
            if (without >= PATIENCE) {
                notes.add("doubling ended at batch %d: two doublings in a row brought less than %d %% more"
                        .formatted(batch, GAIN_PERCENT));
                return 0;
            }
            if (batch > highest / 2) {
                notes.add("doubling ended at batch %d: the largest to try is %d".formatted(batch, highest));
                return 0;
            }
            batch *= 2;
        }
        return 0;
    }

    /** Halves the gap between the last size that held and the first that did not, a few times. */
    private void bisect(int firstBad) {
        int bad = firstBad;
        int good = firstBad / 2;
        for (int i = 0; i < HALVINGS && bad - good > 1 && good > 0 && !stopped.getAsBoolean(); i++) {
            int middle = (good + bad) / 2;
            if (broken(at(middle)).isEmpty()) {
                good = middle;
            } else {
                bad = middle;
            }
        }
    }

    private void aroundBest() {
        Optional<Measured> found = best(fit());
        if (found.isEmpty()) {
            return;
        }
        int best = found.get().batch();
        for (int batch : List.of(best * 3 / 4, best * 3 / 2)) {
            if (batch >= 1 && batch <= highest && !stopped.getAsBoolean()) {
                at(batch);
            }
        }
    }

    private BatchPoint at(int batch) {
        return points.computeIfAbsent(batch, trial::apply);
    }

    /** Why a size is out of question, if so. */
    private Optional<String> broken(BatchPoint point) {
        if (point instanceof BatchPoint.Failed failed) {
            return Optional.of(failed.failure().message());
        }
        Measured measured = (Measured) point;
        double median = measured.samples().median();
        if (limits.latency().filter(limit -> median > limit.toNanos() / 1e6).isPresent()) {
            return Optional.of("%.3g ms an inference is over the limit of %.3g ms"
                    .formatted(median, limits.latency().orElseThrow().toNanos() / 1e6));
        }
        if (limits.memoryBytes().isPresent()
                && measured.peakBytes().isPresent()
                && measured.peakBytes().getAsLong() > limits.memoryBytes().getAsLong()) {
            return Optional.of("a peak of %s is over the limit of %s"
                    .formatted(
                            ByteSizes.text(measured.peakBytes().getAsLong()),
                            ByteSizes.text(limits.memoryBytes().getAsLong())));
        }
        return Optional.empty();
    }

    private List<Measured> fit() {
        return points.values().stream()
                .filter(point -> broken(point).isEmpty())
                .map(Measured.class::cast)
                .filter(measured -> !measured.isTooQuick())
                .toList();
    }

    private static Optional<Measured> best(List<Measured> fit) {
        return fit.stream()
                .max(Comparator.comparingDouble(Measured::throughput)
                        .thenComparing(Comparator.comparingInt(Measured::batch).reversed()));
    }

    /** The best, or the smallest size that ties with it. */
    private Measured chosen(Measured best) {
        Measured smallest = fit().stream()
                .filter(point -> point.tiesWith(best))
                .min(Comparator.comparingInt(Measured::batch))
                .orElse(best);
        notes.add("chosen: batch %d, %.4g inferences/s".formatted(smallest.batch(), smallest.throughput())
                + (smallest.batch() == best.batch()
                        ? ", the most within the limits"
                                + (best.throughputInterval().isPresent()
                                        ? ""
                                        : "; its samples are too few for an interval, so whether a smaller one ties with it is"
                                                + " not known")
                        : "; batch %d has %.4g, but their intervals overlap, and ties go to the smaller batch"
                                .formatted(best.batch(), best.throughput())));
        return smallest;
    }

    private void tellCoarse() {
        List<Measured> coarse = points.values().stream()
                .filter(Measured.class::isInstance)
                .map(Measured.class::cast)
                .filter(Measured::isTooQuick)
                .toList();
        if (!coarse.isEmpty()) {
            notes.add("too quick for the clock, and without a throughput: batch %s; a median of under %d of its steps%s"
                    .formatted(
                            coarse.stream()
                                    .map(point -> String.valueOf(point.batch()))
                                    .collect(Collectors.joining(", ")),
                            Measured.STEPS,
                            coarse.get(0).clockStep().isPresent()
                                    ? " of %.3g ms"
                                            .formatted(coarse.get(0).clockStep().getAsDouble())
                                    : ""));
        }
    }

    /** A curve that falls and rises again beyond the intervals, or noisy samples, were not only the batch's doing. */
    private void tellNoise() {
        List<Measured> measured = points.values().stream()
                .filter(Measured.class::isInstance)
                .map(Measured.class::cast)
                .filter(point -> !point.isTooQuick())
                .toList();
        List<Integer> noisy =
                measured.stream().filter(Measured::isNoisy).map(Measured::batch).toList();
        if (!noisy.isEmpty()) {
            notes.add("noisy: the samples of batch %s vary or drift; repeat on a quiet machine"
                    .formatted(String.join(
                            ", ", noisy.stream().map(String::valueOf).toList())));
        }
        for (int i = 1; i + 1 < measured.size(); i++) {
            if (measured.get(i).isSurelyBelow(measured.get(i - 1))
                    && measured.get(i).isSurelyBelow(measured.get(i + 1))) {
                notes.add("noisy: batch %d lies below both of its neighbors beyond their intervals"
                        .formatted(measured.get(i).batch()));
            }
        }
    }
}
