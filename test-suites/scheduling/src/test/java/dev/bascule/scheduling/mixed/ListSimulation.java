package dev.bascule.scheduling.mixed;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.judge.Finished;
import dev.bascule.scheduling.policy.Placement;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Runs jobs by a policy on a list of events, as small as can be, to judge policies in tests. It checks each placement, and ends where a
 * policy leaves jobs for ever.
 */
public final class ListSimulation {
    private static final Duration TICK = Duration.ofSeconds(2);
    private static final Duration MOST = Duration.ofDays(3);

    private final Policy policy;
    private final List<WorkerView> workers;
    private final ServiceTimes known;
    private final BiFunction<Job, WorkerView, Duration> took;
    private final Consumer<Round> seen;

    private record Running(Job job, WorkerView worker, Instant began, Instant ends, Instant expected) {}

    public ListSimulation(
            Policy policy,
            List<WorkerView> workers,
            ServiceTimes known,
            BiFunction<Job, WorkerView, Duration> took,
            Consumer<Round> seen) {
        this.policy = policy;
        this.workers = workers;
        this.known = known;
        this.took = took;
        this.seen = seen;
    }

    /** Of made-up work. */
    public static List<Finished> of(Policy policy, List<WorkerView> workers, MixedTimes times, List<Job> jobs) {
        return new ListSimulation(policy, workers, times.foretold(), times::took, round -> {}).run(jobs);
    }

    /** All jobs, in the order in which they ended. */
    public List<Finished> run(List<Job> jobs) {
        List<Job> coming = new ArrayList<>(jobs);
        coming.sort(Comparator.comparing(Job::submitted));
        List<Job> here = new ArrayList<>();
        Map<JobId, Instant> readyAt = new HashMap<>();
        Map<JobId, Instant> done = new HashMap<>();
        PriorityQueue<Running> running = new PriorityQueue<>(Comparator.comparing(Running::ends));
        List<Finished> finished = new ArrayList<>();
        Instant begin = coming.get(0).submitted();
        Instant now = begin;
        while (finished.size() < jobs.size()) {
            if (Duration.between(begin, now).compareTo(MOST) > 0) {
                throw new AssertionError("%s left %d jobs for ever".formatted(policy.name(), here.size()));
            }
            while (!coming.isEmpty() && !coming.get(0).submitted().isAfter(now)) {
                here.add(coming.remove(0));
            }
            while (!running.isEmpty() && !running.peek().ends().isAfter(now)) {
                Running over = running.remove();
                done.put(over.job().id(), over.ends());
                finished.add(new Finished(
                        over.job(), over.worker().id(), readyAt.get(over.job().id()), over.began(), over.ends()));
            }
            List<Job> waiting = new ArrayList<>();
            List<Job> later = new ArrayList<>();
            for (Job job : here) {
                (done.keySet().containsAll(job.after()) ? waiting : later).add(job);
            }
            Instant moment = now;
            waiting.forEach(job -> readyAt.putIfAbsent(job.id(), moment));
            place(new Round(now, waiting, later, views(running), known), here, running);
            now = next(now, coming, running, !here.isEmpty());
        }
        return finished;
    }

    private static Instant next(Instant now, List<Job> coming, PriorityQueue<Running> running, boolean waits) {
        Instant next = waits ? now.plus(TICK) : now.plus(MOST).plus(MOST);
        if (!coming.isEmpty() && coming.get(0).submitted().isBefore(next)) {
            next = coming.get(0).submitted();
        }
        if (!running.isEmpty() && running.peek().ends().isBefore(next)) {
            next = running.peek().ends();
        }
        return next;
    }

    private List<WorkerView> views(PriorityQueue<Running> running) {
        Map<WorkerId, Instant> free = new HashMap<>();
        running.forEach(each -> free.put(each.worker().id(), each.expected()));
        return workers.stream()
                .map(worker -> new WorkerView(
                        worker.id(),
                        worker.inventory(),
                        Optional.ofNullable(free.get(worker.id())),
                        worker.warm(),
                        worker.condition()))
                .toList();
    }

    private void place(Round round, List<Job> here, PriorityQueue<Running> running) {
        seen.accept(round);
        Set<WorkerId> taken = new HashSet<>();
        for (Placement placement : policy.place(round)) {
            Job job = round.waiting().stream()
                    .filter(each -> each.id().equals(placement.job()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(placement.job() + " does not wait"));
            WorkerView worker = round.workers().stream()
                    .filter(each -> each.id().equals(placement.worker()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no worker " + placement.worker()));
            if (!worker.isIdle() || !taken.add(worker.id())) {
                throw new AssertionError(worker.id() + " is not idle");
            }
            if (!job.where().metBy(worker.inventory())) {
                throw new AssertionError("%s cannot do %s".formatted(worker.id(), job.id()));
            }
            if (!here.remove(job)) {
                throw new AssertionError(job.id() + " was placed twice");
            }
            Duration expected =
                    known.of(job, worker) instanceof ServiceTime.Known each ? each.median() : Duration.ofSeconds(10);
            running.add(new Running(
                    job,
                    worker,
                    round.now(),
                    round.now().plus(took.apply(job, worker)),
                    round.now().plus(expected)));
        }
    }
}
