package dev.bascule.studies.collect;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Divides what is left to measure into slices: first whatever was never measured, then what was measured once, and so on. The
 * same for the same wish and the same history. Stateless.
 */
public final class CollectPlan {
    /** Models of the first slice of a target that nobody knows: what calibrating asks for. */
    private static final int LOOK = 10;

    private CollectPlan() {}

    /**
     * The slices, in order.
     *
     * @param sessions how often each configuration is in the history already
     * @param absent backends that a place was seen not to have
     * @param pace what is known of how long cells take
     */
    public static List<CollectSlice> of(
            CollectWish wish,
            Map<Configuration, Integer> sessions,
            Map<String, Set<Backend>> absent,
            CollectPace pace) {
        List<CollectSlice> slices = new ArrayList<>();
        Set<String> looked = new HashSet<>();
        Set<CollectSlice> looks = new HashSet<>();
        for (int session = 1; session <= wish.repeats(); session++) {
            Random order = new Random(wish.seed() * 31 + session);
            List<CollectSlice> ofSession = new ArrayList<>();
            for (CollectPlace place : wish.places()) {
                Set<Backend> without = absent.getOrDefault(place.name(), Set.of());
                for (int threads : wish.threads()) {
                    List<CollectSlice.Unit> units = units(wish, place, threads, session, sessions, without);
                    Collections.shuffle(units, order);
                    boolean look = session == 1 && looked.add(place.name());
                    List<CollectSlice> parts =
                            divided(new CollectSlice(place, threads, wish.anchors(), units, pace), wish.slice(), look);
                    ofSession.addAll(parts);
                    parts.stream()
                            .limit(look ? 1 : 0)
                            .filter(CollectSlice::isUnknown)
                            .forEach(looks::add);
                }
            }
            Collections.shuffle(ofSession, order);
            // Every prediction stands on native CPU: it comes first, and is quick. Then a look at whatever nobody knows
            // the pace of.
            ofSession.sort(Comparator.<CollectSlice, Boolean>comparing(
                            slice -> !slice.place().isNative())
                    .thenComparing(slice -> !looks.contains(slice)));
            slices.addAll(ofSession);
        }
        return List.copyOf(slices);
    }

    private static List<CollectSlice.Unit> units(
            CollectWish wish,
            CollectPlace place,
            int threads,
            int session,
            Map<Configuration, Integer> sessions,
            Set<Backend> without) {
        boolean first = threads == wish.threads().get(0);
        List<CollectSlice.Unit> units = new ArrayList<>();
        for (String model : wish.models()) {
            List<Backend> left = place.backends().stream()
                    .filter(backend -> !without.contains(backend))
                    // Threads are a CPU engine's: elsewhere once is enough.
                    .filter(backend -> first || backend.accelerator() == DeviceType.CPU)
                    .filter(backend ->
                            sessions.getOrDefault(new Configuration(model, place.name(), backend, threads), 0)
                                    < session)
                    .toList();
            if (!left.isEmpty()) {
                units.add(new CollectSlice.Unit(model, left));
            }
        }
        return units;
    }

    /**
     * In parts; of a target that nobody knows the first one has few models, so that a slow one is known by its pace before it has taken an
     * hour.
     */
    private static List<CollectSlice> divided(CollectSlice all, Duration limit, boolean first) {
        if (!first || !all.isUnknown() || all.units().size() <= LOOK) {
            return all.divided(limit);
        }
        List<CollectSlice> slices =
                new ArrayList<>(all.with(all.units().subList(0, LOOK)).divided(limit));
        slices.addAll(all.with(all.units().subList(LOOK, all.units().size())).divided(limit));
        return slices;
    }

    /** About how long all of them take. */
    public static Duration takes(List<CollectSlice> slices) {
        return slices.stream().map(CollectSlice::takes).reduce(Duration.ZERO, Duration::plus);
    }

    /** How many cells they have, without the anchors. */
    public static int configurations(List<CollectSlice> slices) {
        return slices.stream()
                .flatMap(slice -> slice.units().stream())
                .mapToInt(unit -> unit.backends().size())
                .sum();
    }
}
