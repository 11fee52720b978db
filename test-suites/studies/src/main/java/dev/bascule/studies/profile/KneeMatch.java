package dev.bascule.studies.profile;

import dev.bascule.studies.profile.KneeFinder.Knee;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which measured step is which reported cache's end: one to one, the nearest pairs first, and no pair whose sizes are further
 * apart than a factor of {@value #SAME_SIZE}. A step that is no reported cache's end is left over, and is as real.
 */
public final class KneeMatch {
    private static final double SAME_SIZE = 3;

    private final Map<String, Knee> ends = new HashMap<>();
    private final List<Knee> others;

    private record Pair(String cache, int knee, double distance) {}

    /** @param caches bytes by name */
    public KneeMatch(Map<String, Long> caches, List<Knee> knees) {
        List<Pair> pairs = new ArrayList<>();
        caches.forEach((name, bytes) -> {
            for (int i = 0; i < knees.size(); i++) {
                double distance = Math.abs(Math.log(middle(knees.get(i)) / bytes));
                if (distance < Math.log(SAME_SIZE)) {
                    pairs.add(new Pair(name, i, distance));
                }
            }
        });
        pairs.sort(Comparator.comparingDouble(Pair::distance));
        Set<Integer> taken = new HashSet<>();
        for (Pair pair : pairs) {
            if (!ends.containsKey(pair.cache()) && taken.add(pair.knee())) {
                ends.put(pair.cache(), knees.get(pair.knee()));
            }
        }
        List<Knee> left = new ArrayList<>();
        for (int i = 0; i < knees.size(); i++) {
            if (!taken.contains(i)) {
                left.add(knees.get(i));
            }
        }
        others = List.copyOf(left);
    }

    /** The step that is this cache's end; empty where none was seen. */
    public Optional<Knee> end(String cache) {
        return Optional.ofNullable(ends.get(cache));
    }

    /** Steps that are no reported cache's end, by rising size. */
    public List<Knee> others() {
        return others;
    }

    private static double middle(Knee knee) {
        return Math.sqrt((double) knee.holds() * knee.spills());
    }
}
