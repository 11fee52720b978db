package dev.bascule.models.outlook;

import java.util.List;
import java.util.Optional;

/**
 * What stands against a model on a backend, and what for it. Immutable.
 *
 * @param obstacle why it will not run there; empty where nothing is known to stand in its way
 * @param inFavor what was looked at and is no obstacle, which does not yet make it run
 */
public record Outlook(Optional<Obstacle> obstacle, List<String> inFavor) {

    /**
     * @param reason with what it rests on
     * @param remedy what gets past it
     */
    public record Obstacle(String reason, String remedy) {}

    public Outlook {
        inFavor = List.copyOf(inFavor);
    }

    /** Nothing was looked at. */
    public static Outlook unknown() {
        return new Outlook(Optional.empty(), List.of());
    }
}
