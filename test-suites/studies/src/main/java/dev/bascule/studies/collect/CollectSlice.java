package dev.bascule.studies.collect;

import dev.bascule.fallback.backend.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What one run measures: models in one place on so many threads, between the anchors. Immutable.
 *
 * @param place where
 * @param threads of CPU engines
 * @param anchors models before and after, on every backend of the slice
 * @param units in the order of measuring
 * @param pace what is known of how long cells take
 */
public record CollectSlice(CollectPlace place, int threads, List<String> anchors, List<Unit> units, CollectPace pace) {
    /** Until the first cell: a browser or a runner starts, models and inputs are made. */
    private static final Duration BEGINNING = Duration.ofSeconds(15);

    /** A model, on the backends on which it is not measured enough yet. */
    public record Unit(String model, List<Backend> backends) {
        public Unit {
            backends = List.copyOf(backends);
        }
    }

    public CollectSlice {
        anchors = List.copyOf(anchors);
        units = List.copyOf(units);
    }

    /** Those of its units, in order. */
    public List<Backend> backends() {
        return place.backends().stream()
                .filter(backend ->
                        units.stream().anyMatch(unit -> unit.backends().contains(backend)))
                .toList();
    }

    /** Cells with those of the anchors. */
    public int cells() {
        return units.stream().mapToInt(unit -> unit.backends().size()).sum()
                + 2 * anchors.size() * backends().size();
    }

    /** About how long it takes. */
    public Duration takes() {
        Duration all = BEGINNING;
        for (Unit unit : units) {
            for (Backend backend : unit.backends()) {
                all = all.plus(cell(unit.model(), backend));
            }
        }
        return all.plus(anchorsTake());
    }

    private Duration anchorsTake() {
        return anchors.stream()
                .flatMap(anchor -> backends().stream().map(backend -> cell(anchor, backend)))
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(2);
    }

    private Duration cell(String model, Backend backend) {
        return pace.cell(model, place.name(), backend);
    }

    /** Whether nobody knows the pace of one of its backends. */
    boolean isUnknown() {
        return backends().stream().anyMatch(backend -> !pace.knows(place.name(), backend));
    }

    /** It in parts that each fit, or take twice what their anchors do where these fill half of one; one unit at least in each. */
    List<CollectSlice> divided(Duration limit) {
        Duration twice = anchorsTake().multipliedBy(2);
        Duration most = twice.compareTo(limit) > 0 ? BEGINNING.plus(twice) : limit;
        List<CollectSlice> slices = new ArrayList<>();
        List<Unit> left = new ArrayList<>(units);
        while (!left.isEmpty()) {
            CollectSlice some = with(left).within(most);
            CollectSlice next = some.isEmpty() ? with(List.of(left.get(0))) : some;
            slices.add(next);
            left.subList(0, next.units().size()).clear();
        }
        return slices;
    }

    /** As much of it as fits; without units where not even one does. */
    public CollectSlice within(Duration limit) {
        List<Unit> some = new ArrayList<>();
        for (Unit unit : units) {
            some.add(unit);
            if (with(some).takes().compareTo(limit) > 0) {
                some.remove(some.size() - 1);
                break;
            }
        }
        return with(some);
    }

    /** Without these backends; without units where they had nothing else. */
    public CollectSlice without(Set<Backend> gone) {
        return where(backend -> !gone.contains(backend));
    }

    /** With these backends alone; without units where they are not in it. */
    CollectSlice only(Set<Backend> some) {
        return where(some::contains);
    }

    private CollectSlice where(Predicate<Backend> wanted) {
        return with(units.stream()
                .map(unit -> new Unit(
                        unit.model(), unit.backends().stream().filter(wanted).toList()))
                .filter(unit -> !unit.backends().isEmpty())
                .toList());
    }

    /** Whether there is nothing in it. */
    public boolean isEmpty() {
        return units.isEmpty();
    }

    CollectSlice with(List<Unit> others) {
        return new CollectSlice(place, threads, anchors, others, pace);
    }

    /** The same, where more is known of how long cells take. */
    CollectSlice paced(CollectPace other) {
        return new CollectSlice(place, threads, anchors, units, other);
    }
}
