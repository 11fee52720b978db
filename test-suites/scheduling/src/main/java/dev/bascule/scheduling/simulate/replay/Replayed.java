package dev.bascule.scheduling.simulate.replay;

import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedAttempt.Asked;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.simulate.engine.Simulation.Measured;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Fleet and workload of a record. Arrivals are as they came; what each job asked is asked again. Of a kind on a class of hardware the
 * recorded service times are taken in turn, in the order in which they began, and so are overheads and turnarounds of a class: drawing them
 * would say as much of the luck of the draw as of the simulator. A kind can run only on hardware where it was recorded. Workers keep nothing loaded, since
 * the coordinator sees nothing of what they have. Immutable.
 */
final class Replayed {
    private final RecordedRun run;
    private final double overheadFactor;
    /** Workers of one class that may do the same jobs, by a name. */
    private final Map<String, Group> groups = new LinkedHashMap<>();

    private final Fleet fleet;
    private final Workload workload;

    /** @param sets those sets of workers that jobs ask for in which these are, by their number */
    private record Group(String hardware, Set<Integer> sets, List<String> workers) {}

    Replayed(RecordedRun run, double overheadFactor) {
        this.run = run;
        this.overheadFactor = overheadFactor;
        List<SortedSet<String>> sets = run.attempts().stream()
                .map(each -> each.asked().on())
                .filter(on -> !on.isEmpty())
                .distinct()
                .toList();
        group(sets);
        this.fleet = new Fleet(machines(), OptionalDouble.empty());
        this.workload = new Workload(run.workload(), streams(sets), services());
    }

    Fleet fleet() {
        return fleet;
    }

    Workload workload() {
        return workload;
    }

    /** What the policy knew before. */
    List<Measured> known() {
        return run.known().stream()
                .flatMap(each -> each.took().stream()
                        .map(took -> new Measured(each.kind(), inventory(each.hardware(), Set.of()), took)))
                .toList();
    }

    private void group(List<SortedSet<String>> sets) {
        record Alike(String hardware, Set<Integer> sets) {}
        Map<Alike, List<String>> alike = new LinkedHashMap<>();
        run.workers().forEach((worker, hardware) -> {
            Set<Integer> in = new TreeSet<>();
            for (int set = 0; set < sets.size(); set++) {
                if (sets.get(set).contains(worker)) {
                    in.add(set);
                }
            }
            alike.computeIfAbsent(new Alike(hardware, in), any -> new ArrayList<>())
                    .add(worker);
        });
        alike.forEach((each, workers) ->
                groups.put("class-" + (groups.size() + 1), new Group(each.hardware(), each.sets(), workers)));
    }

    private static Inventory inventory(String hardware, Set<String> labels) {
        return Inventory.of("recorded", "", hardware, 1, 0, Map.of(), Map.of(), List.of(), labels);
    }

    private static String label(int set) {
        return "set-" + (set + 1);
    }

    private List<Machines> machines() {
        Map<RecordedAttempt, Duration> gaps = run.gaps();
        Map<String, Labelled<Distribution>> before = new HashMap<>();
        Map<String, Labelled<Distribution>> after = new HashMap<>();
        List<Machines> machines = new ArrayList<>();
        groups.forEach((name, group) -> {
            // One for all of a class, so that it is taken in one order.
            String hardware = group.hardware();
            machines.add(Machines.plain(
                            name,
                            group.workers().size(),
                            inventory(
                                    hardware,
                                    group.sets().stream().map(Replayed::label).collect(Collectors.toSet())))
                    .costing(
                            before.computeIfAbsent(
                                    hardware,
                                    any -> inTurn(
                                            on(hardware, Comparator.comparing(RecordedAttempt::placed)),
                                            each -> scaled(each.overhead()))),
                            after.computeIfAbsent(
                                    hardware,
                                    any -> inTurn(
                                            on(hardware, Comparator.comparing(RecordedAttempt::ended)),
                                            each -> gaps.getOrDefault(each, Duration.ZERO))))
                    .keeping(0));
        });
        return machines;
    }

    private Duration scaled(Duration overhead) {
        return Duration.ofNanos(Math.round(overhead.toNanos() * overheadFactor));
    }

    private List<RecordedAttempt> on(String hardware, Comparator<RecordedAttempt> order) {
        return run.attempts().stream()
                .filter(each -> hardware.equals(run.workers().get(each.worker())))
                .sorted(order)
                .toList();
    }

    private static Labelled<Distribution> inTurn(
            List<RecordedAttempt> attempts, Function<RecordedAttempt, Duration> figure) {
        return attempts.isEmpty()
                ? Labelled.assumed(Distribution.Constant.ZERO)
                : Labelled.measured(
                        new Distribution.InTurn(attempts.stream().map(figure).toList()), "the record");
    }

    private List<Service> services() {
        Map<List<String>, List<RecordedAttempt>> cells = new TreeMap<>(Comparator.comparing(String::valueOf));
        run.attempts().stream()
                .sorted(Comparator.comparing(RecordedAttempt::placed))
                .forEach(each -> cells.computeIfAbsent(
                                List.of(each.kind(), run.workers().getOrDefault(each.worker(), "")),
                                cell -> new ArrayList<>())
                        .add(each));
        List<Service> services = new ArrayList<>();
        cells.forEach((cell, attempts) -> {
            Labelled<Distribution> took = inTurn(attempts, RecordedAttempt::took);
            groups.forEach((name, group) -> {
                if (group.hardware().equals(cell.get(1))) {
                    services.add(Service.of(cell.get(0), name, took));
                }
            });
        });
        return services;
    }

    /**
     * Jobs of one stream: what comes before another, or after, is one by itself.
     *
     * @param job empty where many are alike
     */
    private record Alike(String kind, String owner, int priority, Asked asked, Optional<String> job) {}

    private record Line(Alike jobs, List<RecordedAttempt> attempts) {}

    private List<Stream> streams(List<SortedSet<String>> sets) {
        List<RecordedAttempt> attempts = run.attempts().stream()
                .sorted(Comparator.comparing(RecordedAttempt::submitted)
                        // As numbers of one run: what was submitted at once came in this order.
                        .thenComparingInt(each -> each.job().length())
                        .thenComparing(RecordedAttempt::job))
                .toList();
        List<Line> lines = lines(attempts);
        Map<String, String> nameOf = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String name = name(i);
            lines.get(i).jobs().job().ifPresent(job -> nameOf.put(job, name));
        }
        Duration first = attempts.get(0).submitted();
        List<Stream> streams = new ArrayList<>();
        for (Line line : lines) {
            Alike jobs = line.jobs();
            List<Duration> came = line.attempts().stream()
                    .map(each -> each.submitted().minus(first))
                    .toList();
            streams.add(new Stream(
                    name(streams.size()),
                    jobs.kind(),
                    where(jobs.asked().on(), sets),
                    jobs.owner(),
                    jobs.priority(),
                    jobs.asked().timed(),
                    jobs.asked().warmth(),
                    jobs.asked().within(),
                    came.size(),
                    Labelled.measured(new Arrivals.Trace(came), "the record"),
                    // One that was not done, as where the run was cancelled, is waited for no more.
                    jobs.asked().after().stream()
                            .flatMap(job -> Optional.ofNullable(nameOf.get(job)).stream())
                            .collect(Collectors.toSet())));
        }
        return streams;
    }

    /** Streams in whose order jobs come that came at once. */
    private static List<Line> lines(List<RecordedAttempt> attempts) {
        Set<String> linked = new HashSet<>();
        attempts.forEach(each -> linked.addAll(each.asked().after()));
        List<Line> lines = new ArrayList<>();
        Map<Alike, TreeSet<Integer>> known = new HashMap<>();
        Duration now = Duration.ZERO;
        int last = 0;
        for (RecordedAttempt each : attempts) {
            boolean alone = linked.contains(each.job()) || !each.asked().after().isEmpty();
            Alike jobs = new Alike(
                    each.kind(),
                    each.owner(),
                    each.priority(),
                    each.asked(),
                    alone ? Optional.of(each.job()) : Optional.empty());
            last = each.submitted().equals(now) ? last : 0;
            now = each.submitted();
            TreeSet<Integer> own = known.computeIfAbsent(jobs, any -> new TreeSet<>());
            Integer next = own.ceiling(last);
            if (next == null) {
                lines.add(new Line(jobs, new ArrayList<>()));
                next = lines.size() - 1;
                own.add(next);
            }
            lines.get(next).attempts().add(each);
            last = next;
        }
        return lines;
    }

    private static String name(int line) {
        return "jobs-" + (line + 1);
    }

    private static Requirement where(SortedSet<String> on, List<SortedSet<String>> sets) {
        return on.isEmpty() ? new Requirement.Anything() : Requirement.parse("label=" + label(sets.indexOf(on)));
    }
}
