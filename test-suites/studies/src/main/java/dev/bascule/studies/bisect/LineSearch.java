package dev.bascule.studies.bisect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds where good and bad meet on one line of versions, whose ends differ: halves what is between, goes around versions of
 * which nothing can be said, runs those beside the boundary once more, and looks beyond it for others. Belongs to one thread.
 */
final class LineSearch {
    private static final int MOST_REVISIONS = 3;

    private final VersionLine line;
    private final VersionPair at;
    private final Probes probes;
    private final int samples;
    private final TreeMap<Integer, VersionState> states = new TreeMap<>();

    /** @param at the pair whose other axis stays */
    LineSearch(VersionLine line, VersionPair at, Probes probes, int samples) {
        this.line = line;
        this.at = at;
        this.probes = probes;
        this.samples = samples;
    }

    LineResult search() {
        decide(line.index(line.from()));
        decide(line.index(line.to()));
        narrowAll();
        for (int revision = 0; revision < MOST_REVISIONS && confirmChanges(); revision++) {
            narrowAll();
        }
        List<Integer> edges = edges();
        edges.forEach(this::lookBeyond);
        narrowAll();
        confirmChanges();
        return result();
    }

    private LineResult result() {
        Map<String, VersionState> named = new TreeMap<>();
        states.forEach((index, state) -> named.put(line.versions().get(index), state));
        return new LineResult(line, at, named);
    }

    private VersionPair pair(int index) {
        return at.with(line.axis(), line.versions().get(index));
    }

    private VersionState decide(int index) {
        VersionState state = probes.decide(pair(index), Probes.DECIDED);
        // What was only not come to is not known.
        if (state.isKnown()
                || probes.silence(pair(index)).isPresent()
                || probes.stopped().isEmpty()) {
            states.put(index, state);
        }
        return state;
    }

    /** Every two neighbours that differ, until nothing is left between them that could be run. */
    private void narrowAll() {
        Optional<int[]> gap = gap();
        while (gap.isPresent() && probes.stopped().isEmpty()) {
            narrow(gap.get()[0], gap.get()[1]);
            gap = gap();
        }
    }

    private Optional<int[]> gap() {
        List<Integer> known = known();
        for (int i = 1; i < known.size(); i++) {
            int low = known.get(i - 1);
            int high = known.get(i);
            if (state(low).differsFrom(state(high)) && candidate(low, high).isPresent()) {
                return Optional.of(new int[] {low, high});
            }
        }
        return Optional.empty();
    }

    private void narrow(int from, int to) {
        int low = from;
        int high = to;
        Optional<Integer> next = candidate(low, high);
        while (next.isPresent() && probes.stopped().isEmpty()) {
            probes.expect(bits(low, high));
            int index = next.get();
            VersionState state = decide(index);
            if (state.isKnown() && state.differsFrom(state(high))) {
                low = index;
            } else if (state.isKnown()) {
                high = index;
            }
            next = candidate(low, high);
        }
    }

    /** The one nearest to the middle that was not run. */
    private Optional<Integer> candidate(int low, int high) {
        int middle = (low + high) / 2;
        Optional<Integer> nearest = Optional.empty();
        for (int index = low + 1; index < high; index++) {
            int distance = Math.abs(index - middle);
            if (!states.containsKey(index)
                    && nearest.filter(best -> Math.abs(best - middle) <= distance)
                            .isEmpty()) {
                nearest = Optional.of(index);
            }
        }
        return nearest;
    }

    private static int bits(int low, int high) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, high - low - 1));
    }

    /** Runs the versions beside each boundary until they are sure; whether one of them became another. */
    private boolean confirmChanges() {
        boolean changed = false;
        for (int index : edges()) {
            VersionState before = state(index);
            VersionState after = probes.decide(pair(index), Probes.CONFIRMED);
            if (probes.stopped().isPresent()) {
                return false;
            }
            // What cannot be made surer stays as sure as it was.
            if (after.isKnown()) {
                states.put(index, after);
                changed |= after.differsFrom(before);
            }
        }
        return changed;
    }

    /** The versions on both sides of each boundary. */
    private List<Integer> edges() {
        List<Integer> edges = new ArrayList<>();
        List<Integer> known = known();
        for (int i = 1; i < known.size(); i++) {
            if (state(known.get(i - 1)).differsFrom(state(known.get(i)))) {
                edges.add(known.get(i - 1));
                edges.add(known.get(i));
            }
        }
        return edges.stream().distinct().toList();
    }

    /** Away from its boundary, by 1, 2, 4 and so on. */
    private void lookBeyond(int edge) {
        int direction =
                known().stream().anyMatch(other -> other < edge && state(other).differsFrom(state(edge)))
                                && !isLower(edge)
                        ? 1
                        : -1;
        int tried = 0;
        for (int step = 1; tried < samples && probes.stopped().isEmpty(); step *= 2) {
            int index = edge + direction * step;
            if (index < 0 || index >= line.versions().size()) {
                return;
            }
            tried++;
            if (!states.containsKey(index)) {
                probes.expect(1);
                decide(index);
            }
        }
    }

    /** Whether it is the older side of a boundary. */
    private boolean isLower(int edge) {
        List<Integer> known = known();
        int place = known.indexOf(edge);
        return place + 1 < known.size() && state(known.get(place + 1)).differsFrom(state(edge));
    }

    private List<Integer> known() {
        return states.keySet().stream().filter(index -> state(index).isKnown()).toList();
    }

    private VersionState state(int index) {
        return Optional.ofNullable(states.get(index)).orElseThrow();
    }
}
