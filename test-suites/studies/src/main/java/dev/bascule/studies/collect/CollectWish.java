package dev.bascule.studies.collect;

import java.time.Duration;
import java.util.List;

/**
 * What is to be in the history in the end. Immutable.
 *
 * @param models by name
 * @param places where
 * @param threads of CPU engines
 * @param repeats sessions of each configuration
 * @param anchors models that each slice begins and ends with, so that a drift between sessions can be told
 * @param slice about how long a slice may take
 * @param seed of the order
 */
public record CollectWish(
        List<String> models,
        List<CollectPlace> places,
        List<Integer> threads,
        int repeats,
        List<String> anchors,
        Duration slice,
        long seed) {

    public CollectWish {
        models = List.copyOf(models);
        places = List.copyOf(places);
        threads = List.copyOf(threads);
        anchors = List.copyOf(anchors);
    }
}
