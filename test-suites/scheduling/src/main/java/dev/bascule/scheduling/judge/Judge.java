package dev.bascule.scheduling.judge;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Judges placements by what became of the jobs. It asks no policy and knows none. Jain's index: Jain, Chiu and Hawe (DEC-TR-301, 1984).
 * Stateless.
 */
public final class Judge {
    private Judge() {}

    /**
     * Judges.
     *
     * @param finished all jobs, in any order, one at least
     * @param workers all that were there from the first submission to the last end
     * @param times by which the best worker for a job is found and its placement is judged; better those that came true than those that were foretold
     */
    public static Judgement of(List<Finished> finished, List<WorkerView> workers, ServiceTimes times) {
        if (finished.isEmpty()) {
            throw new IllegalArgumentException("nothing was done");
        }
        Instant first = finished.stream()
                .map(each -> each.job().submitted())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant last = finished.stream()
                .map(Finished::ended)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        Matching matching = Matching.of(finished, workers, times);
        Duration flow = finished.stream()
                .map(each -> Duration.between(each.ready(), each.ended()))
                .reduce(Duration.ZERO, Duration::plus);
        List<Duration> late = finished.stream()
                .flatMap(each -> each
                        .job()
                        .deadline()
                        .filter(deadline -> each.ended().isAfter(deadline))
                        .map(deadline -> Duration.between(deadline, each.ended()))
                        .stream())
                .toList();
        return new Judgement(
                matching.ratio(),
                matching.jobs(),
                idle(finished, workers, times, first, last),
                Duration.between(first, last),
                flow.dividedBy(finished.size()),
                late.size(),
                late.stream().reduce(Duration.ZERO, Duration::plus),
                fairness(finished, workers, times));
    }

    private record Matching(OptionalDouble ratio, int jobs) {
        static Matching of(List<Finished> finished, List<WorkerView> workers, ServiceTimes times) {
            double best = 0;
            double placed = 0;
            int jobs = 0;
            for (Finished each : finished) {
                OptionalDouble there = workers.stream()
                        .filter(worker -> worker.id().equals(each.worker()))
                        .findFirst()
                        .map(worker -> seconds(each.job(), worker, times))
                        .orElse(OptionalDouble.empty());
                OptionalDouble least = best(each.job(), workers, times);
                if (there.isPresent() && least.isPresent()) {
                    best += least.getAsDouble();
                    placed += there.getAsDouble();
                    jobs++;
                }
            }
            return new Matching(placed > 0 ? OptionalDouble.of(best / placed) : OptionalDouble.empty(), jobs);
        }
    }

    /** The least known time of a job on any worker that meets its requirement. */
    private static OptionalDouble best(Job job, List<WorkerView> workers, ServiceTimes times) {
        return workers.stream()
                .filter(worker -> job.where().metBy(worker.inventory()))
                .flatMapToDouble(worker -> seconds(job, worker, times).stream())
                .min();
    }

    private static OptionalDouble seconds(Job job, WorkerView worker, ServiceTimes times) {
        return times.of(job, worker) instanceof ServiceTime.Known known
                ? OptionalDouble.of(known.median().toNanos() / 1e9)
                : OptionalDouble.empty();
    }

    private static Duration idle(
            List<Finished> finished, List<WorkerView> workers, ServiceTimes times, Instant first, Instant last) {
        Map<WorkerId, List<Finished>> done = new HashMap<>();
        finished.forEach(each ->
                done.computeIfAbsent(each.worker(), worker -> new ArrayList<>()).add(each));
        Duration sum = Duration.ZERO;
        for (WorkerView worker : workers) {
            Spells busy = Spells.of(done.getOrDefault(worker.id(), List.of()).stream()
                    .map(each -> new Spells.Spell(each.began(), each.ended()))
                    .toList());
            Map<Asked, Boolean> able = new HashMap<>();
            Spells waiting = Spells.of(finished.stream()
                    .filter(each -> able.computeIfAbsent(
                            new Asked(each.job().where(), each.job().kind()),
                            asked -> each.job().where().metBy(worker.inventory())
                                    && !(times.of(each.job(), worker) instanceof ServiceTime.Impossible)))
                    .map(each -> new Spells.Spell(each.ready(), each.began()))
                    .toList());
            sum = sum.plus(waiting.lengthOutside(busy, first, last));
        }
        return sum;
    }

    /** Jobs that are alike here. */
    private record Asked(Requirement where, String kind) {}

    private static OptionalDouble fairness(List<Finished> finished, List<WorkerView> workers, ServiceTimes times) {
        Map<String, List<Double>> served = new TreeMap<>();
        for (Finished each : finished) {
            double took = Duration.between(each.ready(), each.ended()).toNanos() / 1e9;
            best(each.job(), workers, times)
                    .ifPresent(best -> served.computeIfAbsent(each.job().owner(), owner -> new ArrayList<>())
                            .add(took > 0 ? Math.min(1, best / took) : 1));
        }
        double sum = 0;
        double squares = 0;
        for (List<Double> each : served.values()) {
            double mean = each.stream().mapToDouble(Double::doubleValue).sum() / each.size();
            sum += mean;
            squares += mean * mean;
        }
        return squares > 0 ? OptionalDouble.of(sum * sum / (served.size() * squares)) : OptionalDouble.empty();
    }
}
