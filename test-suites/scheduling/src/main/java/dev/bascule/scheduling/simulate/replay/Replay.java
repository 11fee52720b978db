package dev.bascule.scheduling.simulate.replay;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import dev.bascule.scheduling.simulate.engine.Outcome;
import dev.bascule.scheduling.simulate.engine.Settings;
import dev.bascule.scheduling.simulate.engine.Simulation;
import dev.bascule.scheduling.simulate.model.Arrivals;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Service;
import dev.bascule.scheduling.simulate.model.Stream;
import dev.bascule.scheduling.simulate.model.Workload;
import dev.bascule.scheduling.worker.Inventory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Simulates a recorded run again: its arrivals as they came, service times bootstrapped of those that were recorded for a kind on a
 * class of hardware, overhead and turnaround of those of a class. A kind can run only where it was recorded, and the policy is told of no
 * times, as the coordinator knows none. Owners and priorities are those of the record. Workers are there from beginning to end: a record in which one came
 * late or left is refused, since it would be simulated with more than it had. Immutable.
 *
 * @param overheadFactor by which the recorded overhead is multiplied: 1, but in a negative control
 * @param seeds over which simulated figures are averaged
 */
public record Replay(RecordedRun run, double overheadFactor, int seeds) {
    /** A makespan must come within this share of the recorded one. */
    public static final double MAKESPAN = 0.05;
    /** Each component must come within this share of the recorded one. */
    public static final double COMPONENT = 0.10;
    /** Components below this share of all time that jobs were in the system are held to that share: their noise says nothing. */
    public static final double NEGLIGIBLE = 0.02;

    private static final int SEEDS = 20;

    /** As the command does it. */
    public static Replay of(RecordedRun run) {
        return new Replay(run, 1, SEEDS);
    }

    /**
     * One figure, recorded and simulated, in seconds. Immutable.
     *
     * @param bound the most that they may be apart
     */
    public record Held(String name, double recorded, double simulated, double bound) {
        public boolean holds() {
            return Math.abs(simulated - recorded) <= bound;
        }

        /** Of what was recorded; empty where that is nothing. */
        public OptionalDouble error() {
            return recorded > 0 ? OptionalDouble.of(simulated / recorded - 1) : OptionalDouble.empty();
        }
    }

    /**
     * The makespan and each component, simulated by the mean over seeds.
     *
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID} where a worker came late or left
     */
    public List<Held> held() {
        if (!run.cameOrLeft().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s by %s is not simulated again: %s came after the first job or left before the last end"
                            .formatted(run.workload(), run.policy(), String.join(", ", run.cameOrLeft())),
                    "take a record in which all workers were there from beginning to end");
        }
        Fleet fleet = fleet();
        Workload workload = workload();
        List<Outcome> outcomes = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            outcomes.add(Simulation.run(
                    fleet,
                    workload,
                    Policies.of(run.policy(), seed),
                    Settings.of(seed).telling(Knowledge.NONE)));
        }
        double inSystem = seconds(run.waiting()) + seconds(run.overhead()) + seconds(run.service());
        return List.of(
                held("makespan", run.makespan(), outcomes, Outcome::makespan, MAKESPAN, 0),
                held("waiting", run.waiting(), outcomes, Outcome::waiting, COMPONENT, inSystem),
                held("overhead", run.overhead(), outcomes, Outcome::overhead, COMPONENT, inSystem),
                held("service", run.service(), outcomes, Outcome::service, COMPONENT, inSystem));
    }

    private static Held held(
            String name,
            Duration recorded,
            List<Outcome> outcomes,
            Function<Outcome, Duration> figure,
            double share,
            double inSystem) {
        double mean = outcomes.stream()
                .mapToDouble(each -> seconds(figure.apply(each)))
                .average()
                .orElseThrow();
        return new Held(name, seconds(recorded), mean, share * Math.max(seconds(recorded), NEGLIGIBLE * inSystem));
    }

    private Fleet fleet() {
        Map<RecordedAttempt, Duration> gaps = run.gaps();
        SortedMap<String, Integer> counts = new TreeMap<>();
        run.workers().values().forEach(hardware -> counts.merge(hardware, 1, Integer::sum));
        List<Machines> machines = new ArrayList<>();
        List<String> names = List.copyOf(counts.keySet());
        counts.forEach((hardware, count) -> {
            List<RecordedAttempt> there = on(hardware);
            machines.add(Machines.plain(
                            name(names.indexOf(hardware)),
                            count,
                            Inventory.of("recorded", "", hardware, 1, 0, Map.of(), Map.of(), List.of(), Set.of()))
                    .costing(
                            samples(there, each -> scaled(each.overhead())),
                            samples(there, each -> gaps.getOrDefault(each, Duration.ZERO))));
        });
        return new Fleet(machines, OptionalDouble.empty());
    }

    private static String name(int index) {
        return "class-" + (index + 1);
    }

    private Duration scaled(Duration overhead) {
        return Duration.ofNanos(Math.round(overhead.toNanos() * overheadFactor));
    }

    private List<RecordedAttempt> on(String hardware) {
        return run.attempts().stream()
                .filter(each -> hardware.equals(run.workers().get(each.worker())))
                .toList();
    }

    private static Labelled<Distribution> samples(
            List<RecordedAttempt> attempts, Function<RecordedAttempt, Duration> figure) {
        return attempts.isEmpty()
                ? Labelled.assumed(Distribution.Constant.ZERO)
                : Labelled.measured(
                        new Distribution.Samples(attempts.stream().map(figure).toList()), "the record");
    }

    /** Jobs of one stream. */
    private record Alike(String kind, String owner, int priority) implements Comparable<Alike> {
        @Override
        public int compareTo(Alike other) {
            return Comparator.comparing(Alike::kind)
                    .thenComparing(Alike::owner)
                    .thenComparing(Alike::priority)
                    .compare(this, other);
        }
    }

    private Workload workload() {
        SortedMap<String, List<RecordedAttempt>> byKind = new TreeMap<>();
        SortedMap<Alike, List<RecordedAttempt>> alike = new TreeMap<>();
        run.attempts().forEach(each -> {
            byKind.computeIfAbsent(each.kind(), kind -> new ArrayList<>()).add(each);
            alike.computeIfAbsent(new Alike(each.kind(), each.owner(), each.priority()), jobs -> new ArrayList<>())
                    .add(each);
        });
        List<String> hardware =
                run.workers().values().stream().distinct().sorted().toList();
        Duration first = run.attempts().stream()
                .map(RecordedAttempt::submitted)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        List<Stream> streams = new ArrayList<>();
        List<Service> services = new ArrayList<>();
        alike.forEach((jobs, attempts) -> streams.add(new Stream(
                "jobs-" + (streams.size() + 1),
                jobs.kind(),
                new Requirement.Anything(),
                jobs.owner(),
                jobs.priority(),
                false,
                Set.of(),
                Optional.empty(),
                attempts.size(),
                Labelled.measured(
                        new Arrivals.Trace(attempts.stream()
                                .map(each -> each.submitted().minus(first))
                                .toList()),
                        "the record"))));
        byKind.forEach((kind, attempts) -> {
            for (int i = 0; i < hardware.size(); i++) {
                String there = hardware.get(i);
                List<RecordedAttempt> here = attempts.stream()
                        .filter(each -> there.equals(run.workers().get(each.worker())))
                        .toList();
                if (!here.isEmpty()) {
                    services.add(Service.of(kind, name(i), samples(here, RecordedAttempt::took)));
                }
            }
        });
        return new Workload(run.workload(), streams, services);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
