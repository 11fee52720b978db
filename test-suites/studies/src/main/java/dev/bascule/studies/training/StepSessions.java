package dev.bascule.studies.training;

import dev.bascule.execution.session.CheckedSession;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.session.PlaceSessions;
import dev.bascule.training.step.TrainingGraph;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Sessions of the step graph of one task at one place. Belongs to its runner's thread. */
record StepSessions(
        PlaceSessions sessions,
        TrainingTask task,
        TrainingLimits limits,
        SessionSettings settings,
        BooleanSupplier stopped) {
    PlaceSessions.Asked open(TrainingModels models, TrainingStart start, CarryLocation state, long seed) {
        return sessions.open(
                models.step().artifact(),
                ExactTraining.openingFeeds(models.step().graph(), new StepOrder(task, seed), start),
                wanted(task),
                settings.withCarryLocation(state));
    }

    /** The outputs of each step that somebody looks at. */
    static List<String> wanted(TrainingTask task) {
        return task.form().isMixed() ? List.of(TrainingGraph.LOSS, TrainingGraph.SKIPPED) : List.of(TrainingGraph.LOSS);
    }

    Walk walk(CheckedSession session, TrainingModels models, TrainingStart start, long seed) {
        return new Walk(
                session, models.step().graph(), new StepOrder(task, seed), task.batch(), start, limits.timeout());
    }

    /** Steps that were made before, in a session of their own. */
    Again again(
            TrainingModels models,
            CarryLocation state,
            long seed,
            TrainingStart from,
            int count,
            List<Float> losses,
            TrainingStart after) {
        if (stopped.getAsBoolean()) {
            return Again.NOT_ASKED;
        }
        PlaceSessions.Asked asked = open(models, from, state, seed);
        if (asked.session().isEmpty()) {
            return new Again(Optional.empty(), asked.fault().map(Ended::of));
        }
        CheckedSession session = asked.session().get();
        Walk walk = walk(session, models, from, seed);
        Optional<TrainingStart> end = walk.onAndRead(count);
        PlaceSessions.end(session);
        return new Again(
                end.flatMap(now -> Agreement.among(walk.losses(), losses.subList(0, count))
                        .map(agreed -> new Repetition(agreed, now.state().equals(after.state())))),
                walk.ended());
    }
}
