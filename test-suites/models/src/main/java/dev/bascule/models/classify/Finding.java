package dev.bascule.models.classify;

import java.util.List;
import java.util.Optional;

/**
 * What the evidence speaks for. Immutable.
 *
 * @param leaning the answer with the most points; empty where nothing speaks for any
 * @param margin its points less those of the next
 * @param evidence in words that a reader can check in the graph
 * @param against what speaks for the next answer, or why there is none at all; may be blank
 * @param <L> the answers
 */
record Finding<L>(Optional<L> leaning, int margin, List<String> evidence, String against) {
    Finding {
        evidence = List.copyOf(evidence);
    }

    Strength strength() {
        return Strength.of(margin);
    }
}
