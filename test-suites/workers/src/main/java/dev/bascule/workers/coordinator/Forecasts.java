package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.Spread;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.job.JobRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Predicted times of what was not measured: each likeness on each class of hardware is asked about once, by another thread, and is not known
 * until {@link #land}. What accepted attempts took beside what was predicted of them corrects later predictions for that class. Belongs to whoever
 * holds the desk's lock.
 */
final class Forecasts {
    private static final Logger LOG = LoggerFactory.getLogger(Forecasts.class);
    private static final int KEPT = 100_000;
    private static final int ASKED_AT_ONCE = 1_000;
    private static final int RATIOS = 30;
    /** A spread of fewer is no spread. */
    private static final int LEAST_RATIOS = 3;

    private final PredictedTimes predicted;
    private final Executor predicting;
    private final Function<JobId, Optional<JobRequest>> requests;
    private final Set<Cell> pending = new HashSet<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final Map<String, Deque<Double>> ratios = new HashMap<>();
    private final Map<Cell, ServiceTime> known = new HashMap<>();
    private final int kept;
    /** More was asked for than is kept. */
    private boolean full;

    private record Cell(String likeness, String hardware) {}

    private record Answer(Cell cell, ServiceTime time) {}

    /**
     * @param predicting does what is asked; one thread of its own
     * @param requests whole ones, of jobs that are not over
     */
    Forecasts(PredictedTimes predicted, Executor predicting, Function<JobId, Optional<JobRequest>> requests) {
        this(predicted, predicting, requests, KEPT);
    }

    /** @param kept so many are known at most: those of jobs that are over make room, and what has none stays unknown */
    Forecasts(PredictedTimes predicted, Executor predicting, Function<JobId, Optional<JobRequest>> requests, int kept) {
        this.predicted = predicted;
        this.predicting = predicting;
        this.requests = requests;
        this.kept = kept;
    }

    /** What is known by now; what is not is asked for. */
    ServiceTime of(JobId job, String likeness, String hardware, Inventory machine) {
        Cell cell = new Cell(likeness, hardware);
        ServiceTime time = known.get(cell);
        if (time != null) {
            return time instanceof ServiceTime.Known raw ? corrected(raw, hardware) : time;
        }
        if (!pending.contains(cell)) {
            if (known.size() + pending.size() >= kept) {
                // None is given up for another that waits too: the two would be asked about in turn for ever.
                full = true;
                return new ServiceTime.Unknown("no such job was done on such a machine yet, and too many others wait");
            }
            Optional<JobRequest> request = requests.apply(job);
            if (request.isEmpty() || pending.size() >= ASKED_AT_ONCE) {
                return new ServiceTime.Unknown("no such job was done on such a machine yet");
            }
            pending.add(cell);
            JobRequest asked = request.orElseThrow();
            predicting.execute(() -> answers.add(new Answer(cell, ask(asked, machine))));
        }
        return new ServiceTime.Unknown(
                "no such job was done on such a machine yet, and what is predicted is not worked out yet");
    }

    private ServiceTime ask(JobRequest job, Inventory machine) {
        try {
            ServiceTime time = predicted.of(job, machine);
            // Only attempts measure, and only they show what cannot be.
            return time instanceof ServiceTime.Known raw
                    ? new ServiceTime.Known(raw.median(), raw.low(), raw.high(), ServiceTime.Source.PREDICTED)
                    : time instanceof ServiceTime.Impossible no ? new ServiceTime.Unknown(no.because()) : time;
        } catch (RuntimeException e) {
            LOG.warn("no time of {} is predicted", job.likeness(), e);
            return new ServiceTime.Unknown("its prediction failed: " + e.getMessage());
        }
    }

    /**
     * Takes in what was answered.
     *
     * @param open likenesses of jobs that are not over; asked only where others are to be forgotten
     * @return whether there is anything new, or room for more
     */
    boolean land(Supplier<Set<String>> open) {
        boolean any = false;
        if (full) {
            full = false;
            Set<String> left = open.get();
            any = known.keySet().removeIf(cell -> !left.contains(cell.likeness()));
        }
        for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
            pending.remove(answer.cell());
            known.put(answer.cell(), answer.time());
            any = true;
        }
        return any;
    }

    /** An accepted attempt took so long: where it was predicted, that is how far predictions for this class are off. */
    void took(String likeness, String hardware, Duration time) {
        if (known.get(new Cell(likeness, hardware)) instanceof ServiceTime.Known raw
                && !raw.median().isZero()
                && !time.isZero()) {
            Deque<Double> all = ratios.computeIfAbsent(hardware, any -> new ArrayDeque<>());
            all.add((double) time.toNanos() / raw.median().toNanos());
            if (all.size() > RATIOS) {
                all.remove();
            }
        }
    }

    /** Moved by what predictions for the class were off, with the interval that these ratios show. */
    private ServiceTime.Known corrected(ServiceTime.Known raw, String hardware) {
        Deque<Double> off = ratios.getOrDefault(hardware, new ArrayDeque<>());
        if (off.size() < LEAST_RATIOS) {
            return raw;
        }
        Spread spread =
                Spread.of(off.stream().mapToDouble(Objects::requireNonNull).toArray());
        return new ServiceTime.Known(
                times(raw.median(), spread.median()),
                times(raw.median(), spread.low()),
                times(raw.median(), spread.high()),
                ServiceTime.Source.PREDICTED);
    }

    private static Duration times(Duration time, double factor) {
        return Duration.ofNanos(Math.round(time.toNanos() * factor));
    }
}
