package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.HardwareClass;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToIntBiFunction;

/**
 * What jobs cost on the workers of one round, and for how long these are busy yet. Remembers what it was asked; for one thread.
 */
final class Costs {
    /** What takes no time at all would be taken for anything. */
    private static final double LEAST = 1e-3;
    /** Of a job of which nobody knows anything, where nothing else is known either: a figure to begin with. */
    private static final double ANYTHING = 1;

    private final Round round;
    private final AssignmentSettings settings;
    private final ToIntBiFunction<String, HardwareClass> taught;
    private final Map<Asked, JobCosts> known = new HashMap<>();
    private OptionalDouble general = OptionalDouble.empty();

    private record Asked(Requirement where, String kind, Set<String> warmth) {}

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

    /** Whether it is too hot to be given work. */
    boolean rests(WorkerView worker) {
        return worker.condition().headroomCelsius().orElse(Double.POSITIVE_INFINITY) < settings.leastHeadroom();
    }

    JobCosts of(Job job) {
        return known.computeIfAbsent(asked(job), asked -> computed(job));
    }

    private static Asked asked(Job job) {
        return new Asked(job.where(), job.kind(), job.warmth());
    }

    private JobCosts computed(Job job) {
        List<ServiceTime> times = times(job);
        OptionalDouble own = meanLog(times);
        boolean guesses = times.stream().anyMatch(ServiceTime.Unknown.class::isInstance);
        return costs(job, times, own.isPresent() ? Math.exp(own.getAsDouble()) : guesses ? anything() : ANYTHING);
    }

    private List<ServiceTime> times(Job job) {
        List<ServiceTime> times = new ArrayList<>(round.workers().size());
        for (WorkerView worker : round.workers()) {
            times.add(
                    job.where().metBy(worker.inventory())
                            ? round.times().of(job, worker)
                            : new ServiceTime.Impossible("the requirement is not met"));
        }
        return times;
    }

    private static OptionalDouble meanLog(List<ServiceTime> times) {
        return times.stream()
                .filter(ServiceTime.Known.class::isInstance)
                .mapToDouble(time -> Math.log(Math.max(LEAST, seconds(((ServiceTime.Known) time).median()))))
                .average();
    }

    /** The geometric mean of all kinds of which something is known. */
    private double anything() {
        if (general.isEmpty()) {
            Map<Asked, Job> kinds = new LinkedHashMap<>();
            round.waiting().forEach(job -> kinds.putIfAbsent(asked(job), job));
            general = OptionalDouble.of(Math.exp(kinds.values().stream()
                    .flatMapToDouble(job -> meanLog(times(job)).stream())
                    .average()
                    .orElse(Math.log(ANYTHING))));
        }
        return general.getAsDouble();
    }

    private JobCosts costs(Job job, List<ServiceTime> times, double guess) {
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
                seconds[at] = guess * (teaches ? 1 - settings.teachCredit() : 1);
                high[at] = guess;
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
