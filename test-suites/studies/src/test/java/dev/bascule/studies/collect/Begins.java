package dev.bascule.studies.collect;

import dev.bascule.fallback.backend.Backend;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Cells one after the other, each of another model: {@code model-0}, {@code model-1}… */
final class Begins {
    private Begins() {}

    /** @param models whose end is known: there is one more */
    static List<CollectPace.Begun> of(String run, String place, Backend backend, Duration each, int models) {
        return IntStream.rangeClosed(0, models)
                .mapToObj(i -> new CollectPace.Begun(
                        run, Instant.EPOCH.plus(each.multipliedBy(i)), "model-" + i, place, backend))
                .toList();
    }

    static CollectPace pace(String place, Backend backend, Duration each, int models) {
        return CollectPace.of(of("run", place, backend, each, models));
    }
}
