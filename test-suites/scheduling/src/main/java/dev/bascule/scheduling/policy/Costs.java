package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.HardwareClass;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntBiFunction;

/**
 * What jobs cost on the workers of one round, and for how long these are busy yet. Remembers what it was asked; for one thread.
 */
final class Costs {
    /** What takes no time at all would be taken for anything. */
    static final double LEAST = 1e-3;

    private static final ServiceTime NOT_MET = new ServiceTime.Impossible("the requirement is not met");

    private final Round round;
    private final AssignmentSettings settings;
    private final ToIntBiFunction<String, HardwareClass> taught;
    private final Map<JobId, JobCosts> known = new HashMap<>();
    private final Map<Requirement, boolean[]> met = new HashMap<>();
    private Optional<Guesses> guessing = Optional.empty();

    private record Asked(Requirement where, String kind) {}

    /** @param taught how often this kind was tried on this class while nobody knew its time */
    Costs(Round round, AssignmentSettings settings, ToIntBiFunction<String, HardwareClass> taught) {
        this.round = round;
        this.settings = settings;
        this.taught = taught;
    }

    /** For how long each worker is busy yet, in seconds. What has overrun is thought to take as long again. */
    double[] busy() {
        double[] busy = new double[round.workers().size()];
        for (int at = 0; at < busy.length; at++) {
            WorkerView worker = round.workers().get(at);
            busy[at] = worker.freeAt()
                    .map(free -> Math.max(LEAST, Math.abs(seconds(Duration.between(round.now(), free)))))
                    .orElse(rests(worker) ? seconds(settings.leastPatience()) : 0.0);
        }
        return busy;
    }

    /** Whether {@link #busy} is no more than a guess: of a worker that has overrun, or that is too hot. */
    boolean[] busyByGuess() {
        boolean[] guess = new boolean[round.workers().size()];
        for (int at = 0; at < guess.length; at++) {
            WorkerView worker = round.workers().get(at);
            guess[at] = worker.freeAt().map(free -> !free.isAfter(round.now())).orElse(rests(worker));
        }
        return guess;
    }

    /** Whether it is too hot to be given work. */
    boolean rests(WorkerView worker) {
        return worker.condition().headroomCelsius().orElse(Double.POSITIVE_INFINITY) < settings.leastHeadroom();
    }

    /** Each job is asked for itself: one may not be done where others of its kind are, since it failed there. */
    JobCosts of(Job job) {
        return known.computeIfAbsent(job.id(), id -> computed(job));
    }

    private JobCosts computed(Job job) {
        List<ServiceTime> times = times(job);
        double[] guesses = new double[times.size()];
        if (times.stream().anyMatch(ServiceTime.Unknown.class::isInstance)) {
            if (guessing.isEmpty()) {
                Map<Asked, Job> kinds = new LinkedHashMap<>();
                round.waiting().forEach(each -> kinds.putIfAbsent(new Asked(each.where(), each.kind()), each));
                guessing = Optional.of(
                        Guesses.of(kinds.values().stream().map(this::times).toList(), times.size()));
            }
            guesses = guessing.orElseThrow().seconds(times);
        }
        return costs(job, times, guesses);
    }

    private List<ServiceTime> times(Job job) {
        boolean[] may = met.computeIfAbsent(job.where(), this::met);
        List<ServiceTime> times = new ArrayList<>(may.length);
        for (int at = 0; at < may.length; at++) {
            times.add(may[at] ? round.times().of(job, round.workers().get(at)) : NOT_MET);
        }
        return times;
    }

    /** Whether one of these workers meets it, by their indices; not whether it takes a time there. */
    boolean isMetByAnyOf(BitSet those, Requirement where) {
        boolean[] may = met.computeIfAbsent(where, this::met);
        return those.stream().anyMatch(at -> may[at]);
    }

    private boolean[] met(Requirement where) {
        boolean[] may = new boolean[round.workers().size()];
        for (int at = 0; at < may.length; at++) {
            may[at] = where.metBy(round.workers().get(at).inventory());
        }
        return may;
    }

    private JobCosts costs(Job job, List<ServiceTime> times, double[] guesses) {
        double[] seconds = new double[times.size()];
        double[] high = new double[times.size()];
        double best = Double.POSITIVE_INFINITY;
        for (int at = 0; at < seconds.length; at++) {
            WorkerView worker = round.workers().get(at);
            if (times.get(at) instanceof ServiceTime.Known each) {
                seconds[at] = Math.max(LEAST, seconds(each.median())) * (1 - settings.warmCredit() * warm(job, worker));
                high[at] = Math.max(LEAST, seconds(each.high()));
            } else if (times.get(at) instanceof ServiceTime.Unknown) {
                boolean teaches =
                        taught.applyAsInt(job.kind(), worker.inventory().hardwareClass()) < settings.teachings();
                seconds[at] = guesses[at] * (teaches ? 1 - settings.teachCredit() : 1);
                high[at] = guesses[at];
            } else {
                seconds[at] = Double.POSITIVE_INFINITY;
                high[at] = Double.POSITIVE_INFINITY;
            }
            best = Math.min(best, seconds[at]);
        }
        return new JobCosts(seconds, high, List.copyOf(times), best);
    }

    /** The share of what the job can use that is loaded there. */
    private static double warm(Job job, WorkerView worker) {
        if (job.warmth().isEmpty() || worker.warm().isEmpty()) {
            return 0;
        }
        return (double) job.warmth().stream().filter(worker.warm()::contains).count()
                / job.warmth().size();
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
