package dev.bascule.studies.scenario;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.run.Figure;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether what was in a page before changes outputs: the session released and created again, another model in turn with
 * this one, and another backend in between (A→B→A). Each part has a browser of its own. Outputs are held against the
 * part's own first run of the same model on the same backend; whether the backend repeats itself at all is found out
 * first, by running one session over again.
 *
 * @param recreations times that the session is created again, and that the other model comes in between
 */
record StateLeak(int recreations) implements Scenario {

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.STATE_LEAK;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        Backend own = context.place().backend();
        List<String> notes = new ArrayList<>();
        LeakPart.Control control = LeakPart.control(context);
        notes.add(control.note());
        if (control.trouble().isPresent()) {
            return new ScenarioFinding(control.trouble(), List.of(), notes);
        }
        List<LeakPart> parts = new ArrayList<>();
        parts.add(LeakPart.play(context, "release and recreate", recreations, Optional.empty()));
        parts.add(LeakPart.play(
                context, "two models in turn", recreations, Optional.of(new LeakPart.Interlude(context.other(), own))));
        for (Backend other : context.others()) {
            parts.add(LeakPart.play(
                    context,
                    "%s→%s→%s".formatted(own, other, own),
                    1,
                    Optional.of(new LeakPart.Interlude(context.testCase(), other))));
        }
        if (context.others().isEmpty()) {
            notes.add("no other backend is here to switch to and back");
        }
        parts.forEach(part -> notes.add(part.note(control.repeatable())));
        List<Figure> figures =
                parts.stream().flatMap(part -> part.figure().stream()).toList();
        Optional<ScenarioFailure> worst = parts.stream()
                .flatMap(part -> part.trouble().stream())
                .max(Comparator.comparing(ScenarioFailure::verdict));
        return new ScenarioFinding(worst, figures, notes);
    }
}
