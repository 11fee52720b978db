package dev.bascule.scheduling.policy;

import dev.bascule.fallback.text.Durations;
import dev.bascule.scheduling.assign.LoadPlan;
import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes one round's {@link Plan}. In turn, each upon what was planned before: jobs that waited long enough, on the best idle worker; then by
 * priority, the highest first: jobs whose deadline is near, the nearest first, where they keep it by the upper end of their interval; jobs for
 * which others wait, those with most work behind them first, where they are done soonest (HEFT); the rest by {@link LoadPlan}. Used once, by one thread.
 */
final class Planning {
    private final Round round;
    private final AssignmentSettings settings;
    private final Costs costs;
    private final FairOrder fair;
    private final Map<JobId, Duration> waitedLong;
    private final Map<JobId, WorkerId> former;

    private final List<WorkerView> workers;
    private final double[] load;
    /** Whether a guess is in the load. */
    private final boolean[] guessed;

    private final List<List<Job>> queues = new ArrayList<>();
    private final Map<JobId, Plan.Turn> turns = new HashMap<>();

    Planning(
            Round round,
            AssignmentSettings settings,
            Costs costs,
            FairOrder fair,
            Map<JobId, Duration> waitedLong,
            Map<JobId, WorkerId> former) {
        this.round = round;
        this.settings = settings;
        this.costs = costs;
        this.fair = fair;
        this.waitedLong = waitedLong;
        this.former = former;
        this.workers = round.workers();
        this.load = costs.busy();
        this.guessed = costs.busyByGuess();
        workers.forEach(worker -> queues.add(new ArrayList<>()));
    }

    Plan plan() {
        Set<JobId> urgent = placeThoseThatWaitedLong();
        Map<JobId, Double> ranks = Ranks.of(round.later(), costs);
        Map<Integer, List<Job>> levels = new TreeMap<>(Collections.reverseOrder());
        for (Job job : round.waiting()) {
            if (!urgent.contains(job.id())) {
                levels.computeIfAbsent(job.priority(), level -> new ArrayList<>())
                        .add(job);
            }
        }
        Window window = Window.of(round, settings.window(), costs);
        for (List<Job> level : levels.values()) {
            if (!window.isOpen()) {
                break;
            }
            planLevel(fair.next(level, window, costs), ranks);
        }
        return new Plan(turns, PowerCap.kept(round, settings, begins(), waitedLong));
    }

    private Set<JobId> placeThoseThatWaitedLong() {
        Set<JobId> placed = new HashSet<>();
        for (Job job : round.waiting()) {
            Duration first = waitedLong.getOrDefault(job.id(), Duration.ZERO);
            if (first.isZero()) {
                continue;
            }
            bestIdle(costs.of(job), first).ifPresent(worker -> {
                add(
                        job,
                        worker,
                        "was next for %s, and waits no longer for a better worker".formatted(Durations.about(first)));
                placed.add(job.id());
            });
        }
        return placed;
    }

    /** Where it takes no longer than it was first; anywhere after the most patience. Too hot or not: that wait is over, too. */
    private OptionalInt bestIdle(JobCosts cost, Duration first) {
        double most = first.compareTo(settings.mostPatience()) >= 0 ? Double.MAX_VALUE : Costs.seconds(first);
        OptionalInt best = OptionalInt.empty();
        for (int at = 0; at < workers.size(); at++) {
            if (workers.get(at).isIdle()
                    && queues.get(at).isEmpty()
                    && cost.seconds()[at] <= most
                    && (best.isEmpty() || cost.seconds()[at] < cost.seconds()[best.getAsInt()])) {
                best = OptionalInt.of(at);
            }
        }
        return best;
    }

    private void planLevel(List<Job> jobs, Map<JobId, Double> ranks) {
        double ahead = work(jobs) / Math.max(1, workers.size());
        List<Job> near = jobs.stream()
                .filter(job -> job.deadline()
                        .filter(deadline -> isNear(job, deadline, ahead))
                        .isPresent())
                .sorted(Comparator.comparing(job -> job.deadline().orElse(Instant.MAX)))
                .toList();
        List<Job> ranked = jobs.stream()
                .filter(job -> ranks.containsKey(job.id()) && !near.contains(job))
                .sorted(Comparator.comparingDouble(job -> -ranks.getOrDefault(job.id(), 0.0)))
                .toList();
        near.forEach(this::addWithDeadline);
        ranked.forEach(job -> add(
                job, soonest(costs.of(job)), marked(costs.of(job), "others wait for it, and it is done soonest here")));
        Set<Job> listed = new HashSet<>(near);
        listed.addAll(ranked);
        spread(jobs.stream().filter(job -> !listed.contains(job)).toList());
    }

    private double work(List<Job> jobs) {
        return jobs.stream().mapToDouble(job -> costs.of(job).best()).sum();
    }

    /** Whether it might be missed, if the job took its turn. */
    private boolean isNear(Job job, Instant deadline, double ahead) {
        JobCosts cost = costs.of(job);
        double left = Costs.seconds(Duration.between(round.now(), deadline));
        double high = cost.high()[soonest(cost)];
        return left < 2 * (ahead + high);
    }

    private void addWithDeadline(Job job) {
        JobCosts cost = costs.of(job);
        double left = Costs.seconds(Duration.between(round.now(), job.deadline().orElseThrow()));
        OptionalInt keeps = OptionalInt.empty();
        int least = -1;
        for (int at = 0; at < workers.size(); at++) {
            if (!cost.isPossible(at)) {
                continue;
            }
            if (load[at] + cost.high()[at] <= left
                    && (keeps.isEmpty() || cost.seconds()[at] < cost.seconds()[keeps.getAsInt()])) {
                keeps = OptionalInt.of(at);
            }
            if (least < 0 || load[at] + cost.high()[at] < load[least] + cost.high()[least]) {
                least = at;
            }
        }
        add(
                job,
                keeps.orElse(least),
                marked(cost, keeps.isPresent() ? "keeps its deadline here" : "misses its deadline by least here"));
    }

    /** What was found by comparing workers of which not all is known says so. */
    private String marked(JobCosts cost, String because) {
        for (int at = 0; at < guessed.length; at++) {
            if (cost.isPossible(at) && (guessed[at] || cost.isGuess(at))) {
                return because + ", as far as is guessed: not all times are known";
            }
        }
        return because;
    }

    private int soonest(JobCosts cost) {
        int best = 0;
        for (int at = 1; at < load.length; at++) {
            if (load[at] + cost.seconds()[at] < load[best] + cost.seconds()[best]) {
                best = at;
            }
        }
        return best;
    }

    private void spread(List<Job> jobs) {
        if (jobs.isEmpty()) {
            return;
        }
        double[][] time = new double[jobs.size()][];
        List<OptionalInt> before = new ArrayList<>();
        Map<WorkerId, Integer> index = new HashMap<>();
        for (int at = 0; at < workers.size(); at++) {
            index.put(workers.get(at).id(), at);
        }
        int fresh = 0;
        for (int job = 0; job < time.length; job++) {
            time[job] = costs.of(jobs.get(job)).seconds();
            WorkerId had = former.get(jobs.get(job).id());
            Integer at = had == null ? null : index.get(had);
            before.add(at == null ? OptionalInt.empty() : OptionalInt.of(at));
            fresh += at == null ? 1 : 0;
        }
        // A plan of which much is new is better begun anew; else the former one is a good beginning, and a quick one.
        int[] machine = 4 * fresh >= time.length
                ? LoadPlan.of(time, load, settings.power())
                : LoadPlan.from(time, load, settings.power(), before);
        for (int job = 0; job < time.length; job++) {
            JobCosts cost = costs.of(jobs.get(job));
            add(
                    jobs.get(job),
                    machine[job],
                    Because.of(
                            round,
                            cost,
                            machine[job],
                            at -> !queues.get(at).isEmpty()
                                    || Arrays.stream(machine).anyMatch(one -> one == at),
                            costs::rests));
        }
    }

    private void add(Job job, int worker, String because) {
        JobCosts cost = costs.of(job);
        turns.put(
                job.id(),
                new Plan.Turn(
                        job,
                        workers.get(worker).id(),
                        guessed[worker]
                                ? Optional.empty()
                                : Optional.of(Duration.ofMillis((long) (1000 * load[worker]))),
                        queues.get(worker).size(),
                        because));
        queues.get(worker).add(job);
        load[worker] += cost.seconds()[worker];
        guessed[worker] |= cost.isGuess(worker);
    }

    private List<Placement> begins() {
        List<Placement> begins = new ArrayList<>();
        for (int at = 0; at < workers.size(); at++) {
            WorkerView worker = workers.get(at);
            if (worker.isIdle() && !queues.get(at).isEmpty()) {
                Job job = queues.get(at).get(0);
                if (!costs.rests(worker) || waitedLong.containsKey(job.id())) {
                    Optional.ofNullable(turns.get(job.id()))
                            .ifPresent(turn -> begins.add(new Placement(job.id(), worker.id(), turn.because())));
                }
            }
        }
        return begins;
    }
}
