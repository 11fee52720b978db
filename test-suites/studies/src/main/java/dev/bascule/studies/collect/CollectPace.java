package dev.bascule.studies.collect;

import dev.bascule.fallback.backend.Backend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How long cells take on targets, by what cells took there. From one's begin to the next's, so that whatever belongs to a cell is in it.
 * The slowest tenth, one at least, as on a machine that slept, count as the next below. Immutable.
 */
public final class CollectPace {
    /** Session, warming up, measuring, evidence: of the short plan 1.3 s were seen natively, and twice that in browsers. */
    static final Duration ASSUMED = Duration.ofMillis(2500);

    /** Models that a target's pace takes. */
    static final int LEAST = 5;

    /** One in so many models is taken to have been held up. */
    private static final int SLOWEST = 10;

    /** By how many times a target's mean a model's own time is believed. */
    private static final int MOST_TIMES = 20;

    /** Nothing is known. */
    public static final CollectPace UNKNOWN = of(List.of());

    private final List<Begun> cells;
    private final Map<Target, Pace> targets;

    private record Target(String place, Backend backend) {}

    /**
     * Of one target.
     *
     * @param models the median of each
     * @param cell the mean of these
     */
    private record Pace(Map<String, Duration> models, Duration cell) {
        static Pace of(Map<String, Duration> models) {
            List<Duration> sorted = models.values().stream().sorted().toList();
            Duration most = sorted.get(Math.max(0, sorted.size() - 1 - (sorted.size() + SLOWEST - 1) / SLOWEST));
            Duration sum = sorted.stream()
                    .map(taken -> taken.compareTo(most) > 0 ? most : taken)
                    .reduce(Duration.ZERO, Duration::plus);
            return new Pace(Map.copyOf(models), sum.dividedBy(sorted.size()));
        }
    }

    /**
     * That a cell began.
     *
     * @param run whose cells came one after the other
     * @param place as {@link CollectPlace#name} has it
     */
    public record Begun(String run, Instant at, String model, String place, Backend backend) {}

    /** How long a cell takes, and by how many models of that target; none where it is assumed. */
    public record Estimate(Duration cell, int models) {}

    private CollectPace(List<Begun> cells, Map<Target, Pace> targets) {
        this.cells = List.copyOf(cells);
        this.targets = Map.copyOf(targets);
    }

    /** By the cells of runs of the same plan, in any order; nobody knows what the last one of a run took. */
    public static CollectPace of(List<Begun> cells) {
        Map<Target, Map<String, List<Duration>>> taken = new HashMap<>();
        cells.stream().collect(Collectors.groupingBy(Begun::run)).values().forEach(run -> {
            List<Begun> sorted =
                    run.stream().sorted(Comparator.comparing(Begun::at)).toList();
            for (int i = 0; i + 1 < sorted.size(); i++) {
                Begun cell = sorted.get(i);
                Duration took = Duration.between(cell.at(), sorted.get(i + 1).at());
                if (!took.isZero()) {
                    taken.computeIfAbsent(new Target(cell.place(), cell.backend()), any -> new HashMap<>())
                            .computeIfAbsent(cell.model(), any -> new ArrayList<>())
                            .add(took);
                }
            }
        });
        Map<Target, Pace> targets = new HashMap<>();
        taken.forEach((target, models) -> targets.put(
                target,
                Pace.of(models.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, each -> median(each.getValue()))))));
        return new CollectPace(cells, targets);
    }

    /** By these as well. */
    CollectPace with(List<Begun> more) {
        return of(Stream.concat(cells.stream(), more.stream()).toList());
    }

    /** Of two the longer. */
    private static Duration median(List<Duration> taken) {
        return taken.stream().sorted().toList().get(taken.size() / 2);
    }

    /** Of any model on a target. */
    public Estimate estimate(String place, Backend backend) {
        return known(place, backend)
                .map(pace -> new Estimate(pace.cell(), pace.models().size()))
                .orElse(new Estimate(ASSUMED, 0));
    }

    /** Of a model, as it took there itself, where that is known and could be. */
    Duration cell(String model, String place, Backend backend) {
        Optional<Duration> most = known(place, backend).map(pace -> pace.cell().multipliedBy(MOST_TIMES));
        return Optional.ofNullable(targets.get(new Target(place, backend)))
                .flatMap(pace -> Optional.ofNullable(pace.models().get(model)))
                .map(own -> most.filter(limit -> own.compareTo(limit) > 0).orElse(own))
                .orElseGet(() -> estimate(place, backend).cell());
    }

    /** Whether enough was seen of a target. */
    boolean knows(String place, Backend backend) {
        return known(place, backend).isPresent();
    }

    private Optional<Pace> known(String place, Backend backend) {
        return Optional.ofNullable(targets.get(new Target(place, backend)))
                .filter(pace -> pace.models().size() >= LEAST);
    }
}
