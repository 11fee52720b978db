package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Placement;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.simulate.engine.Line.Waiting;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Stream;
import dev.bascule.scheduling.simulate.model.Workload;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

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
    private final OptionalDouble powerBudget;
    private final List<Host> hosts = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final Map<WorkerId, Lane> byId = new HashMap<>();
    private final List<Line> lines = new ArrayList<>();
    private final List<Kind> kinds = new ArrayList<>();
    private final Map<Host, Integer> kindOf = new HashMap<>();
    private final List<Duration> least;
    /** By the lanes' numbers; copied by each round, so that it may change. */
    private final WorkerView[] views;
    /** Whether a job may ask for a machine of several lanes alone. */
    private final boolean exclusive;

    private final boolean[] idle;
    private final boolean[] busy;
    private final boolean[] gone;
    private int idleLanes;
    private int goneLanes;
    private int busyLanes;
    private double committedWatts;
    private boolean changed;
    private boolean looking;
    private int vain;

    /** Machines of one name: which streams they can do, and how many of their lanes are idle. */
    private static final class Kind {
        private final boolean[] can;
        private int idle;

        Kind(boolean[] can) {
            this.can = can;
        }
    }

    private Simulation(Fleet fleet, Workload workload, Policy policy, Settings settings) {
        this.workload = workload;
        this.policy = policy;
        this.settings = settings;
        this.believed = new Believed(fleet, workload);
        this.learned = new Learned(believed::unknown);
        this.told = switch (settings.times()) {
            case KNOWN -> believed;
            case LEARNED -> learned;
            case NONE -> believed::unknown;
        };
        this.tally = new Tally(settings.warmUp());
        this.powerBudget = fleet.powerBudget();
        for (int i = 0; i < workload.streams().size(); i++) {
            lines.add(new Line(workload.streams().get(i), i, settings.seed(), clock, () -> changed = true));
        }
        List<Machines> sorted = fleet.machines().stream()
                .sorted(Comparator.comparing(Machines::name))
                .toList();
        for (Machines machines : sorted) {
            add(machines);
        }
        least = lines.stream().map(line -> least(line.stream(), sorted)).toList();
        views = lanes.stream().map(Lane::view).toArray(WorkerView[]::new);
        exclusive = workload.streams().stream().anyMatch(Stream::timed)
                && fleet.machines().stream().anyMatch(each -> each.lanes() > 1);
        gone = new boolean[lanes.size()];
        idle = new boolean[lanes.size()];
        busy = new boolean[lanes.size()];
    }

    /** The least median of a stream's jobs on any machine that can do them; none where there is none, since it is never done. */
    private Duration least(Stream stream, List<Machines> all) {
        return all.stream()
                .filter(machines -> stream.where().metBy(machines.inventory())
                        && workload.service(stream.kind(), machines.name()).isPresent())
                .map(machines -> believed.median(stream.kind(), machines))
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private void add(Machines machines) {
        boolean[] can = new boolean[lines.size()];
        for (int i = 0; i < can.length; i++) {
            can[i] = lines.get(i).stream().where().metBy(machines.inventory())
                    && workload.service(lines.get(i).stream().kind(), machines.name())
                            .isPresent();
        }
        kinds.add(new Kind(can));
        for (int m = 1; m <= machines.count(); m++) {
            Host host = new Host(machines, clock);
            hosts.add(host);
            kindOf.put(host, kinds.size() - 1);
            for (int l = 1; l <= machines.lanes(); l++) {
                String name = String.format(Locale.ROOT, "%s-%05d", machines.name(), m)
                        + (machines.lanes() > 1 ? String.format(Locale.ROOT, ".%03d", l) : "");
                Lane lane = new Lane(
                        lanes.size(), new WorkerId(name), host, this, Draw.of(settings.seed(), -2, lanes.size()));
                host.lanes().add(lane);
                lanes.add(lane);
                byId.put(lane.id(), lane);
            }
        }
    }

    /**
     * Simulates.
     *
     * @param policy a new one, without any memory
     * @throws IllegalStateException where the policy places what it may not
     */
    public static Outcome run(Fleet fleet, Workload workload, Policy policy, Settings settings) {
        return new Simulation(fleet, workload, policy, settings).run();
    }

    private Outcome run() {
        long end = settings.until().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        lanes.forEach(this::changed);
        lines.forEach(Line::begin);
        lanes.forEach(Lane::begin);
        long first = -1;
        while (!clock.isEmpty() && !isOver()) {
            long next = Math.min(end, clock.next());
            pass(next - clock.now());
            if (clock.next() > end) {
                clock.goTo(end);
                break;
            }
            clock.step();
            if (first < 0 && submitted() > 0) {
                first = clock.now();
            }
            if (changed) {
                changed = false;
                round();
            }
        }
        hosts.forEach(Host::settle);
        boolean metered =
                hosts.stream().allMatch(host -> host.machines().power().isPresent());
        return tally.outcome(
                policy.name(),
                settings.seed(),
                submitted(),
                left(),
                Math.max(0, first),
                clock.now(),
                lanes.size(),
                metered
                        ? OptionalDouble.of(
                                hosts.stream().mapToDouble(Host::joules).sum())
                        : OptionalDouble.empty(),
                hosts.stream().map(Host::slowed).reduce(Duration.ZERO, Duration::plus));
    }

    /** Jobs that wait in lines or are on lanes: counted, so that one that got lost on the way is missing. */
    private long left() {
        return lines.stream().mapToLong(Line::waiting).sum()
                + lanes.stream().filter(Lane::holdsUndone).count();
    }

    private long submitted() {
        long sum = 0;
        for (Line line : lines) {
            sum += line.arrived();
        }
        return sum;
    }

    private boolean isOver() {
        if (vain > VAIN && busyLanes == 0 && !clock.isDriven()) {
            return true;
        }
        for (Line line : lines) {
            if (line.waiting() > 0 || line.arrived() < line.stream().count()) {
                return false;
            }
        }
        return busyLanes == 0;
    }

    private void pass(long nanos) {
        if (nanos <= 0) {
            return;
        }
        int idleWhileWorkWaits = 0;
        for (Kind kind : kinds) {
            if (kind.idle > 0) {
                for (int i = 0; i < kind.can.length; i++) {
                    if (kind.can[i] && lines.get(i).waiting() > 0) {
                        idleWhileWorkWaits += kind.idle;
                        break;
                    }
                }
            }
        }
        tally.passed(nanos, submitted() - tally.done(), busyLanes, idleWhileWorkWaits);
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
    public void changed(Lane lane) {
        int at = lane.number();
        views[at] = lane.view();
        if (gone[at] != lane.isGone()) {
            gone[at] = lane.isGone();
            goneLanes += gone[at] ? 1 : -1;
        }
        if (idle[at] != lane.isIdle()) {
            idle[at] = lane.isIdle();
            int by = idle[at] ? 1 : -1;
            idleLanes += by;
            kinds.get(kindOf.getOrDefault(lane.host(), 0)).idle += by;
        }
        if (busy[at] != lane.isBusy()) {
            busy[at] = lane.isBusy();
            busyLanes += busy[at] ? 1 : -1;
            committedWatts += (busy[at] ? 1 : -1) * lane.host().laneWatts();
        }
        changed = true;
    }

    @Override
    public void done(Lane lane, Waiting job, Duration waited, Duration overhead, Duration service) {
        Line line = lines.get(job.stream());
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
    }

    @Override
    public void lost(Waiting job) {
        tally.lost();
        lines.get(job.stream()).back(job);
    }

    private void round() {
        if (idleLanes == 0) {
            return;
        }
        List<WorkerView> seen = exclusive || goneLanes > 0 ? offered() : Arrays.asList(views);
        int offered = exclusive ? (int) seen.stream().filter(WorkerView::isIdle).count() : idleLanes;
        List<Waiting> waiting = offered == 0 ? List.of() : window(Math.max(settings.window(), offered));
        if (waiting.isEmpty()) {
            return;
        }
        tally.round();
        List<Job> jobs = new ArrayList<>(waiting.size());
        for (Waiting each : waiting) {
            jobs.add(each.job());
        }
        List<Placement> placements = policy.place(new Round(clock.instant(), jobs, seen, told));
        int begun = apply(placements, waiting);
        if (begun > 0) {
            vain = 0;
        } else {
            vain++;
        }
        if (begun < waiting.size() && idleLanes > 0 && !looking) {
            looking = true;
            clock.idlyAfter(LOOK.multipliedBy(1L << Math.min(vain, MOST_DOUBLED)), () -> {
                looking = false;
                changed = true;
            });
        }
    }

    /** Those that are not lost, the lanes beside a timed job as busy ones. */
    private List<WorkerView> offered() {
        List<WorkerView> offered = new ArrayList<>(lanes.size());
        for (Lane lane : lanes) {
            if (lane.isGone()) {
                continue;
            }
            WorkerView view = lane.view();
            offered.add(
                    view.isIdle() && isKeptFree(lane)
                            ? new WorkerView(view.id(), view.inventory(), Optional.of(clock.instant()), view.warm())
                            : view);
        }
        return offered;
    }

    /** Beside a timed job nothing else begins on its machine. */
    private static boolean isKeptFree(Lane lane) {
        List<Lane> beside = lane.host().lanes();
        return beside.size() > 1 && beside.stream().anyMatch(Lane::isTimed);
    }

    /** In the order in which they came. */
    private List<Waiting> window(int most) {
        List<List<Waiting>> heads = new ArrayList<>(lines.size());
        for (Line line : lines) {
            heads.add(line.first(most));
        }
        if (heads.size() == 1) {
            return List.copyOf(heads.get(0));
        }
        int[] at = new int[heads.size()];
        int size = 0;
        for (List<Waiting> head : heads) {
            size += head.size();
        }
        List<Waiting> merged = new ArrayList<>(size);
        while (true) {
            int next = -1;
            for (int i = 0; i < at.length; i++) {
                if (at[i] < heads.get(i).size()
                        && (next < 0
                                || heads.get(i).get(at[i]).submitted()
                                        < heads.get(next).get(at[next]).submitted())) {
                    next = i;
                }
            }
            if (next < 0) {
                return merged;
            }
            merged.add(heads.get(next).get(at[next]++));
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
            Lane lane = byId.get(placement.worker());
            if (job == null || lane == null || !lane.isIdle()) {
                throw new IllegalStateException("%s places %s on %s, which waits not or is not idle"
                        .formatted(policy.name(), placement.job(), placement.worker()));
            }
            if (isKeptFree(lane) || isBeyondBudget(lane)) {
                continue;
            }
            if (!job.job().where().metBy(lane.host().machines().inventory())) {
                throw new IllegalStateException("%s places %s on %s, which lacks what it asks"
                        .formatted(policy.name(), placement.job(), placement.worker()));
            }
            lane.place(
                    job,
                    workload.service(job.job().kind(), lane.host().machines().name())
                            .orElseThrow(() -> new IllegalStateException("%s places %s on %s, where it cannot run"
                                    .formatted(policy.name(), placement.job(), placement.worker()))));
            lines.get(job.stream()).remove(job);
            begun++;
        }
        changed = false;
        return begun;
    }

    private boolean isBeyondBudget(Lane lane) {
        return powerBudget.isPresent()
                && idleWatts() + committedWatts + lane.host().laneWatts() > powerBudget.getAsDouble();
    }

    private double idleWatts() {
        return hosts.stream()
                .mapToDouble(host ->
                        host.machines().power().map(each -> each.value().idle()).orElse(0.0))
                .sum();
    }
}
