package dev.bascule.training.checkpoint;

import java.util.ArrayList;
import java.util.List;

/**
 * What a run is made of that must be the same where it is resumed. Immutable.
 *
 * @param network its name and the hash of its forward graph
 * @param optimizer its name with all settings
 * @param data its name and hash
 * @param batch samples of a step
 * @param seed of initial values and of the order of batches
 */
public record CheckpointOrigin(Part network, String optimizer, Part data, int batch, long seed) {
    /** A name that people know, and what it stands for. */
    public record Part(String name, String sha256) {
        @Override
        public String toString() {
            return "%s (%s…)".formatted(name, sha256.substring(0, Math.min(12, sha256.length())));
        }
    }

    /** What another has that this has not, each in words; empty where they are the same. */
    public List<String> differences(CheckpointOrigin other) {
        List<String> found = new ArrayList<>();
        add(found, "network", network, other.network);
        add(found, "optimizer", optimizer, other.optimizer);
        add(found, "data", data, other.data);
        add(found, "batch", batch, other.batch);
        add(found, "seed", seed, other.seed);
        return found;
    }

    private static void add(List<String> found, String what, Object here, Object there) {
        if (!here.equals(there)) {
            found.add("%s %s, not %s".formatted(what, there, here));
        }
    }
}
