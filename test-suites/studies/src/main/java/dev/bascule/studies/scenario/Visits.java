package dev.bascule.studies.scenario;

import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.Figure;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a user waits for at each visit: session creation and first inference in a fresh profile, again in the same page,
 * and in a new page of the same profile, whose shader and code caches are filled by then. Each repeat has a browser and a
 * profile of its own, so that the figures have a spread.
 *
 * @param repeats number of fresh browsers
 */
record Visits(int repeats) implements Scenario {

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.VISITS;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        boolean inBrowser = context.place().backend().side() == Side.BROWSER;
        VisitLog cold = new VisitLog(inBrowser ? "fresh profile" : "fresh process");
        VisitLog again = new VisitLog(inBrowser ? "same page" : "same process");
        VisitLog second = new VisitLog("new page, same profile");
        Optional<ScenarioFailure> trouble = Optional.empty();
        for (int repeat = 1; repeat <= repeats && trouble.isEmpty(); repeat++) {
            String which = "repeat %d of %d".formatted(repeat, repeats);
            try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
                if (scenarioRunner.fresh()) {
                    visit(scenarioRunner, context, cold);
                    visit(scenarioRunner, context, again);
                }
                if (inBrowser && scenarioRunner.recycle()) {
                    visit(scenarioRunner, context, second);
                }
                trouble = scenarioRunner.trouble().map(what -> what.during(which));
            }
        }
        List<Figure> figures = Stream.of(cold, again, second)
                .flatMap(log -> log.figures().stream())
                .toList();
        return new ScenarioFinding(trouble, figures, notes(inBrowser));
    }

    private static void visit(ScenarioRunner scenarioRunner, ScenarioContext context, VisitLog log) {
        scenarioRunner.open(context.testCase(), context.place().backend()).ifPresent(scenarioSession -> {
            scenarioSession.mustBeRight(context.reference());
            scenarioSession.finish().ifPresent(log::add);
        });
    }

    private List<String> notes(boolean inBrowser) {
        List<String> notes = new ArrayList<>();
        if (inBrowser) {
            notes.add("engine start is loading the engine's own script and WebAssembly, and is not part of create;"
                    + " fetch is from the bridge on this machine, not from a network");
        } else {
            notes.add("a native process keeps no profile, so there is no second visit; what the operating system has"
                    + " cached of the files stays cached");
        }
        if (repeats < 6) {
            notes.add("%d repeats are too few for an interval: each sample is kept".formatted(repeats));
        }
        return notes;
    }
}
