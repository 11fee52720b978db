package dev.bascule.suites.scenario;

import dev.bascule.fallback.attempt.Figure;
import java.util.List;
import java.util.Optional;

/**
 * What a scenario found.
 *
 * @param trouble why it is no pass; empty when what it claims holds
 * @param figures what was measured, as far as it came
 * @param notes what a reader must know about the figures
 */
record Finding(Optional<Trouble> trouble, List<Figure> figures, List<String> notes) {

    Finding {
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
    }

    /** It could not even begin. */
    static Finding of(Trouble trouble) {
        return new Finding(Optional.of(trouble), List.of(), List.of());
    }
}
