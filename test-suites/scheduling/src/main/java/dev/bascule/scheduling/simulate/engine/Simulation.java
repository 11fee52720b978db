package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Placement;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.simulate.engine.Line.Waiting;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Stream;
import dev.bascule.scheduling.simulate.model.Workload;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A workload on a fleet by a policy, on a virtual clock. The policy is asked as the coordinator asks it, when something changed; it
 * sees of each stream of like jobs the first ones. Memory grows with workers, and by eight bytes for each job that waits.
 * Used once, by one thread.
 */
public final class Simulation implements Yard {
    /** How long after a round that placed nothing it is looked again; doubled each time, for policies that wait for a time. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private static final int MOST_DOUBLED = 6;
    /** As often is it looked in vain, with nothing else to come, until it is given up. */
    private static final int VAIN = 20;

    private final Clock clock = new Clock();
    private final Workload workload;
    private final Policy policy;
    private final Settings settings;
    private final Believed believed;
    private final Learned learned;
    private final ServiceTimes told;
    private final Tally tally;
    private final Lines lines;
    private final Crew crew;
    /** By the place of machines, whether they can do a line's jobs. */
    private final List<boolean[]> can = new ArrayList<>();

    private final List<Duration> least = new ArrayList<>();
    private final Map<Distribution, Long> turns = new IdentityHashMap<>();

    private boolean changed;
    private boolean looking;
    private int vain;

    /** What a job of a kind took on such hardware before the simulation begins. */
    public record Measured(String kind, Inventory inventory, Duration took) {}

    private Simulation(Fleet fleet, Workload workload, Policy policy, Settings settings, List<Measured> before) {
        this.workload = workload;
        this.policy = policy;
        this.settings = settings;
        this.believed = new Believed(fleet, workload);
        this.learned = new Learned(believed::unknown);
        before.forEach(each -> learned.add(each.kind(), each.inventory(), each.took()));
        this.told = switch (settings.times()) {
            case KNOWN -> believed;
            case LEARNED -> learned;
            case NONE -> believed::unknown;
        };
        this.tally = new Tally(settings.warmUp());
        this.lines = new Lines(workload.streams(), settings.seed(), clock, () -> changed = true);
        this.crew = new Crew(fleet, workload.streams().stream().anyMatch(Stream::timed), this);
        crew.kinds().forEach(machines -> can.add(able(machines)));
        workload.streams().forEach(stream -> least.add(least(stream)));
    }

    private boolean[] able(Machines machines) {
        boolean[] able = new boolean[lines.size()];
        for (int i = 0; i < able.length; i++) {
            able[i] = isAble(machines, lines.at(i).stream());
        }
        return able;
    }

    private boolean isAble(Machines machines, Stream stream) {
        return stream.where().metBy(machines.inventory())
                && workload.service(stream.kind(), machines.name()).isPresent();
    }

    /** The least median of a stream's jobs on any machine that can do them; none where there is none, since it is never done. */
    private Duration least(Stream stream) {
        return crew.kinds().stream()
                .filter(machines -> isAble(machines, stream))
                .map(machines -> believed.median(stream.kind(), machines))
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /**
     * Simulates.
     *
     * @param policy a new one, without any memory
     * @throws IllegalStateException where the policy places what it may not
     */
    public static Outcome run(Fleet fleet, Workload workload, Policy policy, Settings settings) {
        return run(fleet, workload, policy, settings, List.of());
    }

    /** The same, where a policy that learns times knows these from the beginning; the newest last. */
    public static Outcome run(Fleet fleet, Workload workload, Policy policy, Settings settings, List<Measured> before) {
        return new Simulation(fleet, workload, policy, settings, before).run();
    }

    private Outcome run() {
        long end = settings.until().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        crew.see();
        changed = true;
        lines.begin();
        crew.begin();
        long first = -1;
        while (!clock.isEmpty() && !isOver()) {
            long next = Math.min(end, clock.next());
            pass(next - clock.now());
            if (clock.next() > end) {
                clock.goTo(end);
                break;
            }
            clock.step();
            if (first < 0 && lines.submitted() > 0) {
                first = clock.now();
            }
            if (changed) {
                changed = false;
                round();
            }
        }
        crew.settle();
        return tally.outcome(
                policy.name(),
                settings.seed(),
                lines.submitted(),
                // Counted where they are, so that one that got lost on the way is missing.
                lines.waiting() + crew.undone(),
                Math.max(0, first),
                clock.now(),
                crew.size(),
                crew.joules(),
                crew.slowed());
    }

    private boolean isOver() {
        return vain > VAIN && crew.busy() == 0 && !clock.isDriven() || lines.isOver() && crew.busy() == 0;
    }

    private void pass(long nanos) {
        if (nanos <= 0) {
            return;
        }
        int idleWhileWorkWaits = 0;
        for (int kind = 0; kind < can.size(); kind++) {
            if (crew.idleOf(kind) > 0) {
                boolean[] able = can.get(kind);
                for (int i = 0; i < able.length; i++) {
                    if (able[i] && lines.hasReady(i)) {
                        idleWhileWorkWaits += crew.idleOf(kind);
                        break;
                    }
                }
            }
        }
        tally.passed(nanos, lines.submitted() - tally.done(), crew.busy(), idleWhileWorkWaits);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public long seed() {
        return settings.seed();
    }

    @Override
    public Duration drawn(Distribution distribution, RandomGenerator random) {
        return distribution instanceof Distribution.InTurn
                ? distribution.draw(random, turns.merge(distribution, 1L, Long::sum) - 1)
                : distribution.draw(random);
    }

    @Override
    public void changed(Lane lane) {
        crew.changed(lane);
        changed = true;
    }

    @Override
    public void done(Lane lane, Waiting job, Duration waited, Duration overhead, Duration service) {
        Line line = lines.at(job.stream());
        line.done();
        tally.done(
                clock.now(),
                waited,
                overhead,
                service,
                Duration.ofNanos(clock.now() - job.submitted()),
                line.isLate(job, clock.now()));
        learned.add(line.stream().kind(), lane.host().machines().inventory(), service);
        tally.matched(
                least.get(job.stream()),
                believed.median(line.stream().kind(), lane.host().machines()));
        changed = true;
    }

    @Override
    public void lost(Waiting job) {
        tally.lost();
        lines.at(job.stream()).back(job);
    }

    private void round() {
        if (crew.idle() == 0) {
            return;
        }
        List<WorkerView> seen = crew.offered(clock.instant());
        int offered = crew.idle(seen);
        List<Waiting> waiting = offered == 0 ? List.of() : lines.window(Math.max(settings.window(), offered));
        if (waiting.isEmpty()) {
            return;
        }
        tally.round();
        List<Job> jobs = new ArrayList<>(waiting.size());
        for (Waiting each : waiting) {
            jobs.add(each.job());
        }
        List<Placement> placements =
                policy.place(new Round(clock.instant(), jobs, lines.later(settings.window()), seen, told));
        int begun = apply(placements, waiting);
        if (begun > 0) {
            vain = 0;
        } else {
            vain++;
        }
        if (begun < waiting.size() && crew.idle() > 0 && !looking) {
            looking = true;
            clock.idlyAfter(LOOK.multipliedBy(1L << Math.min(vain, MOST_DOUBLED)), () -> {
                looking = false;
                changed = true;
            });
        }
    }

    private int apply(List<Placement> placements, List<Waiting> waiting) {
        Map<JobId, Waiting> byJob = new HashMap<>();
        Set<JobId> asked = new HashSet<>();
        placements.forEach(each -> asked.add(each.job()));
        if (!asked.isEmpty()) {
            for (Waiting each : waiting) {
                if (asked.contains(each.job().id())) {
                    byJob.put(each.job().id(), each);
                }
            }
        }
        int begun = 0;
        for (Placement placement : placements) {
            Waiting job = byJob.remove(placement.job());
            Lane lane = crew.lane(placement.worker())
                    .filter(Lane::isIdle)
                    .orElseThrow(() -> wrong(placement, "which is not idle"));
            if (job == null) {
                throw wrong(placement, "and it does not wait");
            }
            if (!crew.mayBegin(lane)) {
                continue;
            }
            Machines machines = lane.host().machines();
            if (!job.job().where().metBy(machines.inventory())) {
                throw wrong(placement, "which lacks what it asks");
            }
            lane.place(
                    job,
                    workload.service(job.job().kind(), machines.name())
                            .orElseThrow(() -> wrong(placement, "where it cannot run")));
            lines.at(job.stream()).remove(job);
            begun++;
        }
        changed = false;
        return begun;
    }

    private IllegalStateException wrong(Placement placement, String why) {
        return new IllegalStateException(
                "%s places %s on %s, %s".formatted(policy.name(), placement.job(), placement.worker(), why));
    }
}
