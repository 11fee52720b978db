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
        String brief() {
            return sha256.substring(0, Math.min(12, sha256.length())) + "…";
        }

        @Override
        public String toString() {
            return "%s (%s)".formatted(name, brief());
        }
    }

    /** What another has that this has not, each in words; empty where they are the same. */
    public List<String> differences(CheckpointOrigin other) {
        List<String> found = new ArrayList<>();
        // A graph is of one batch: that the batch is another says so already.
        if (!network.name().equals(other.network.name()) || batch == other.batch) {
            part(found, "network", "sizes or operators", network, other.network);
        }
        if (!optimizer.equals(other.optimizer)) {
            found.addAll(OptimizerWords.differences(optimizer, other.optimizer));
        }
        part(found, "data", "samples", data, other.data);
        add(found, "batch", batch, other.batch);
        add(found, "seed", seed, other.seed);
        return found;
    }

    /** @param of what the hash is of */
    private static void part(List<String> found, String what, String of, Part here, Part there) {
        if (!here.name().equals(there.name())) {
            found.add("%s %s, not %s".formatted(what, there.name(), here.name()));
        } else if (!here.equals(there)) {
            found.add("%s %s of the same name with other %s: SHA-256 %s, not %s"
                    .formatted(what, here.name(), of, there.brief(), here.brief()));
        }
    }

    private static void add(List<String> found, String what, Object here, Object there) {
        if (!here.equals(there)) {
            found.add("%s %s, not %s".formatted(what, there, here));
        }
    }
}
