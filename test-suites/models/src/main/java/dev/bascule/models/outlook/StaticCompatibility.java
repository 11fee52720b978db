package dev.bascule.models.outlook;

import java.util.List;
import java.util.Optional;

/**
 * What stands against a model on a backend, and what for it. Immutable.
 *
 * @param obstacle why it will not run there; empty where nothing is known to stand in its way
 * @param inFavor what was looked at and is no obstacle, which does not yet make it run
 */
public record StaticCompatibility(Optional<Obstacle> obstacle, List<String> inFavor) {

    /**
     * @param reason with what it rests on
     * @param remedy what gets past it
     */
    public record Obstacle(String reason, String remedy) {}

    public StaticCompatibility {
        inFavor = List.copyOf(inFavor);
    }

    /** Nothing was looked at. */
    public static StaticCompatibility unknown() {
        return new StaticCompatibility(Optional.empty(), List.of());
    }
}
