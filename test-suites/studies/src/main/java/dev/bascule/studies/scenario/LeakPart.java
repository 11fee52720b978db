package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.run.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One part of {@link StateLeak}: a case, perhaps something else in between, and the case again.
 *
 * @param name what was done
 * @param changes of the outputs at each return, in order
 * @param trouble why it is no pass: the case failed, or its outputs changed beyond the tolerance
 * @param notDone why it could not be done, through no fault of the case on its backend
 */
record LeakPart(String name, List<OutputChange> changes, Optional<ScenarioFailure> trouble, Optional<String> notDone) {
    /** Iterations of one session that show whether a backend repeats itself. */
    private static final int REPETITIONS = 5;

    LeakPart {
        changes = List.copyOf(changes);
    }

    /** What comes in between: the same or another model, on the same or another backend. */
    record Interlude(PreparedCase testCase, Backend backend) {}

    /**
     * What running one session over again shows.
     *
     * @param repeatable whether every iteration gave the same bits
     */
    record Control(boolean repeatable, String note, Optional<ScenarioFailure> trouble) {}

    static Control control(ScenarioContext context) {
        try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
            Optional<ScenarioSession> scenarioSession = scenarioRunner.fresh()
                    ? scenarioRunner.open(context.testCase(), context.place().backend())
                    : Optional.empty();
            scenarioSession.ifPresent(open -> open.mustBeRight(context.reference()));
            int iterations = REPETITIONS * context.testCase().feeds().steps();
            Optional<Outputs> more =
                    scenarioSession.flatMap(open -> open.run(iterations)).map(Block::newOutputs);
            scenarioSession.ifPresent(ScenarioSession::finish);
            boolean repeatable = more.map(outputs -> outputs.all().isEmpty()).orElse(false);
            String note = repeatable
                    ? "control: one session gives the same bits over %d iterations".formatted(iterations)
                    : "control: one session gives other bits from one iteration to the next: this backend is not"
                            + " deterministic, so outputs are held to the tolerance";
            return new Control(repeatable, note, scenarioRunner.trouble().map(what -> what.during("control")));
        }
    }

    /** Runs the case, then so many times the interlude and the case again, each in a session of its own in one page. */
    static LeakPart play(ScenarioContext context, String name, int rounds, Optional<Interlude> interlude) {
        List<OutputChange> changes = new ArrayList<>();
        try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
            Interlude own = new Interlude(context.testCase(), context.place().backend());
            Optional<Outputs> before = scenarioRunner.fresh() ? run(scenarioRunner, own) : Optional.empty();
            Optional<Outputs> otherBefore = Optional.empty();
            for (int round = 0; round < rounds && before.isPresent() && scenarioRunner.isSound(); round++) {
                if (interlude.isPresent()) {
                    Optional<Outputs> other = run(scenarioRunner, interlude.get());
                    if (other.isEmpty() && round == 0) {
                        return stopped(name, scenarioRunner, interlude.get());
                    }
                    addChange(changes, otherBefore, other, interlude.get().testCase());
                    otherBefore = otherBefore.or(() -> other);
                }
                addChange(changes, before, run(scenarioRunner, own), own.testCase());
            }
            Optional<ScenarioFailure> trouble = scenarioRunner.trouble().map(what -> what.during(name));
            return new LeakPart(name, changes, trouble.or(() -> changed(name, changes)), Optional.empty());
        }
    }

    private static Optional<Outputs> run(ScenarioRunner scenarioRunner, Interlude what) {
        return scenarioRunner
                .open(what.testCase(), what.backend())
                .flatMap(scenarioSession -> scenarioSession.finish().map(closing -> scenarioSession.first()));
    }

    private static void addChange(
            List<OutputChange> changes, Optional<Outputs> before, Optional<Outputs> after, PreparedCase testCase) {
        if (before.isPresent() && after.isPresent()) {
            changes.add(OutputChange.between(before.get(), after.get(), testCase.rounding()));
        }
    }

    /** The interlude did not run even once: that says nothing about the case, unless the user stopped it all. */
    private static LeakPart stopped(String name, ScenarioRunner scenarioRunner, Interlude interlude) {
        ScenarioFailure why = scenarioRunner.trouble().orElseThrow();
        return why.verdict() == Verdict.SKIPPED
                ? new LeakPart(name, List.of(), Optional.of(why), Optional.empty())
                : new LeakPart(
                        name,
                        List.of(),
                        Optional.empty(),
                        Optional.of("%s on %s did not run: %s"
                                .formatted(
                                        interlude.testCase().model().name(),
                                        interlude.backend(),
                                        why.failure().message())));
    }

    private static Optional<ScenarioFailure> changed(String name, List<OutputChange> changes) {
        OutputChange all = changes.stream().reduce(OutputChange.NONE, OutputChange::plus);
        return all.outside() == 0
                ? Optional.empty()
                : Optional.of(ScenarioFailure.wrong(
                        "%s: outputs changed: %d of %d values lie outside the tolerance of the first run, by up to %.3g"
                                .formatted(name, all.outside(), all.values(), all.maxAbs())));
    }

    /** The greatest difference at each return; empty where there is no finite one. */
    Optional<Figure> figure() {
        List<Double> samples = changes.stream()
                .map(OutputChange::maxAbs)
                .filter(Double::isFinite)
                .toList();
        return samples.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(
                        name + ": greatest output change",
                        "1",
                        samples,
                        samples.stream().max(Double::compare),
                        Optional.empty()));
    }

    /** @param repeatable whether one session of this backend gives the same bits over and over */
    String note(boolean repeatable) {
        if (notDone.isPresent()) {
            return name + ": not done; " + notDone.get();
        }
        if (trouble.isPresent()) {
            return name + ": " + trouble.get().failure().message();
        }
        OutputChange all = changes.stream().reduce(OutputChange.NONE, OutputChange::plus);
        if (all.bitwise()) {
            return changes.size() == 1
                    ? name + ": the same bits"
                    : "%s: compared %d times, the same bits each time".formatted(name, changes.size());
        }
        return "%s: outputs differ in bits by up to %.3g, within the tolerance%s"
                .formatted(
                        name,
                        all.maxAbs(),
                        repeatable
                                ? ", although one session repeats itself bit for bit"
                                : ", as they do in one session");
    }
}
