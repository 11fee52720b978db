package dev.bascule.fallback.answer;

import dev.bascule.fallback.answer.Answer.Box;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Which boxes of two answers are the same thing: pairs of one label, those that overlap most first, each box in one pair. Immutable.
 *
 * @param pairs of boxes that overlap at all
 * @param count of the larger side
 */
public record BoxPairs(List<Pair> pairs, int count) {
    /** Boxes of one side that are looked at: far more than anybody names. */
    private static final int MOST = 1_000;

    public BoxPairs {
        pairs = List.copyOf(pairs);
    }

    /** @param overlap intersection over union */
    public record Pair(Box one, Box other, double overlap) {}

    private record Place(int one, int other, double overlap) {}

    /** Of so many boxes on one side that nobody would name them no pair is looked for. */
    public static BoxPairs of(List<Box> ones, List<Box> others) {
        int count = Math.max(ones.size(), others.size());
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < ones.size() && count <= MOST; i++) {
            for (int j = 0; j < others.size(); j++) {
                double overlap = overlap(ones.get(i), others.get(j));
                if (overlap > 0 && ones.get(i).label().equals(others.get(j).label())) {
                    places.add(new Place(i, j, overlap));
                }
            }
        }
        places.sort(Comparator.comparingDouble(Place::overlap).reversed());
        boolean[] paired = new boolean[ones.size()];
        boolean[] taken = new boolean[others.size()];
        List<Pair> pairs = new ArrayList<>();
        for (Place place : places) {
            if (!paired[place.one()] && !taken[place.other()]) {
                paired[place.one()] = true;
                taken[place.other()] = true;
                pairs.add(new Pair(ones.get(place.one()), others.get(place.other()), place.overlap()));
            }
        }
        return new BoxPairs(pairs, count);
    }

    /** A box without area overlaps nothing, and is itself all the same. */
    private static double overlap(Box one, Box other) {
        boolean same = one.left() == other.left()
                && one.top() == other.top()
                && one.right() == other.right()
                && one.bottom() == other.bottom();
        return same ? 1 : one.overlap(other);
    }

    /** Whether each box of either side has its counterpart, which it overlaps by at least so much. */
    public boolean oneToOne(double least) {
        return pairs.size() == count && pairs.stream().allMatch(pair -> pair.overlap() >= least);
    }

    /** Of the boxes of the larger side, each without a counterpart being 0; 1 where there are none. */
    public double meanOverlap() {
        DoubleStream overlaps = pairs.stream().mapToDouble(Pair::overlap);
        return count == 0 ? 1 : overlaps.sum() / count;
    }
}
