package dev.bascule.scheduling.job;

import dev.bascule.scheduling.worker.Inventory;
import java.util.List;
import java.util.stream.Stream;

/** What a job asks of a machine. Immutable. */
public sealed interface Requirement {

    /** Each thing that it asks and this machine lacks, one sentence part each; empty where it has all. */
    List<String> lacking(Inventory inventory);

    /** Asks nothing. */
    record Anything() implements Requirement {
        @Override
        public List<String> lacking(Inventory inventory) {
            return List.of();
        }
    }

    /** A backend that was verified at least so that a session ran. */
    record Backend(String id) implements Requirement {
        @Override
        public List<String> lacking(Inventory inventory) {
            return inventory.backends().containsKey(id) ? List.of() : List.of("no backend " + id);
        }
    }

    /** A browser. */
    record Browser(String id) implements Requirement {
        @Override
        public List<String> lacking(Inventory inventory) {
            return inventory.browsers().containsKey(id) ? List.of() : List.of("no browser " + id);
        }
    }

    /** Each of these. */
    record All(List<Requirement> parts) implements Requirement {
        public All {
            parts = List.copyOf(parts);
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            return parts.stream()
                    .flatMap(part -> part.lacking(inventory).stream())
                    .toList();
        }
    }

    /** This, and that. */
    default Requirement and(Requirement other) {
        return new All(Stream.of(this, other).toList());
    }
}
