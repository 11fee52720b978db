package dev.bascule.studies.collect;

import dev.bascule.fallback.backend.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What one run measures: models in one place on so many threads, between the anchors. Immutable.
 *
 * @param place where
 * @param threads of CPU engines
 * @param anchors models before and after, on every backend of the slice
 * @param units in the order of measuring
 */
public record CollectSlice(CollectPlace place, int threads, List<String> anchors, List<Unit> units) {
    /** Until the first cell: a browser or a runner starts, models and inputs are made. */
    private static final Duration BEGINNING = Duration.ofSeconds(15);

    /** Session, warming up, measuring, evidence: of the short plan 1.3 s were seen natively, and twice that in browsers. */
    private static final Duration CELL = Duration.ofMillis(2500);

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
        return BEGINNING.plus(CELL.multipliedBy(cells()));
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
        return with(units.stream()
                .map(unit -> new Unit(
                        unit.model(),
                        unit.backends().stream()
                                .filter(backend -> !gone.contains(backend))
                                .toList()))
                .filter(unit -> !unit.backends().isEmpty())
                .toList());
    }

    /** Whether there is nothing in it. */
    public boolean isEmpty() {
        return units.isEmpty();
    }

    CollectSlice with(List<Unit> others) {
        return new CollectSlice(place, threads, anchors, others);
    }
}
