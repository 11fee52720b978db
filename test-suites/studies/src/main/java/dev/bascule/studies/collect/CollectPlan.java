package dev.bascule.studies.collect;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Divides what is left to measure into slices: first whatever was never measured, then what was measured once, and so on. The
 * same for the same wish and the same history. Stateless.
 */
public final class CollectPlan {
    private CollectPlan() {}

    /**
     * The slices, in order.
     *
     * @param sessions how often each configuration is in the history already
     * @param absent backends that a place was seen not to have
     */
    public static List<CollectSlice> of(
            CollectWish wish, Map<Configuration, Integer> sessions, Map<String, Set<Backend>> absent) {
        List<CollectSlice> slices = new ArrayList<>();
        for (int session = 1; session <= wish.repeats(); session++) {
            Random order = new Random(wish.seed() * 31 + session);
            List<CollectSlice> ofSession = new ArrayList<>();
            for (CollectPlace place : wish.places()) {
                Set<Backend> without = absent.getOrDefault(place.name(), Set.of());
                for (int threads : wish.threads()) {
                    List<CollectSlice.Unit> units = units(wish, place, threads, session, sessions, without);
                    Collections.shuffle(units, order);
                    ofSession.addAll(divided(new CollectSlice(place, threads, wish.anchors(), units), wish.slice()));
                }
            }
            Collections.shuffle(ofSession, order);
            // Every prediction stands on native CPU: it comes first, and is quick.
            ofSession.sort(Comparator.comparing(slice -> !slice.place().isNative()));
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

    /** One unit at least in each. */
    private static List<CollectSlice> divided(CollectSlice all, Duration limit) {
        List<CollectSlice> slices = new ArrayList<>();
        List<CollectSlice.Unit> units = new ArrayList<>(all.units());
        while (!units.isEmpty()) {
            CollectSlice rest = all.with(units);
            CollectSlice some = rest.within(limit);
            CollectSlice next = some.units().isEmpty() ? all.with(List.of(units.get(0))) : some;
            slices.add(next);
            units.subList(0, next.units().size()).clear();
        }
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
