package dev.bascule.studies.scenario;

import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.SoundClip;
import java.util.List;
import java.util.Optional;

/**
 * What a scenario found.
 *
 * @param trouble why it is no pass; empty when what it claims holds
 * @param figures what was measured, as far as it came
 * @param notes what a reader must know about the figures
 * @param partial whether some nodes ran on another backend than the one that the figures name
 * @param sounds to listen to
 */
record ScenarioFinding(
        Optional<ScenarioFailure> trouble,
        List<Figure> figures,
        List<String> notes,
        boolean partial,
        List<SoundClip> sounds) {

    /** With nothing to listen to. */
    ScenarioFinding(Optional<ScenarioFailure> trouble, List<Figure> figures, List<String> notes, boolean partial) {
        this(trouble, figures, notes, partial, List.of());
    }

    /** All of it ran where it was asked to. */
    ScenarioFinding(Optional<ScenarioFailure> trouble, List<Figure> figures, List<String> notes) {
        this(trouble, figures, notes, false);
    }

    ScenarioFinding {
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
        sounds = List.copyOf(sounds);
    }

    /** It could not even begin. */
    static ScenarioFinding of(ScenarioFailure trouble) {
        return new ScenarioFinding(Optional.of(trouble), List.of(), List.of());
    }
}
