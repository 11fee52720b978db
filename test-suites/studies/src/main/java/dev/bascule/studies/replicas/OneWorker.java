package dev.bascule.studies.replicas;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.session.PlaceSessions;
import dev.bascule.studies.training.Evaluator;
import dev.bascule.studies.training.ExactTraining;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.studies.training.TrainingStart;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.studies.training.Walk;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One native CPU worker with the whole batch, and what native CPU says of parameters on held-out data. Belongs to the host's thread. */
final class OneWorker implements AutoCloseable {
    private final TrainingTask task;
    private final ReplicaPlan plan;
    private final TrainingModels models;
    private final IsolatedRunner runner;
    private final PlaceSessions sessions;

    OneWorker(TrainingTask task, ReplicaPlan plan, TrainingModels models, RunnerSource natively, JobIds ids) {
        this(task, plan, models, natively, natively.isolated(Backends.NATIVE_CPU), ids);
    }

    /** In a child that is there, and is closed with this. */
    OneWorker(
            TrainingTask task,
            ReplicaPlan plan,
            TrainingModels models,
            RunnerSource natively,
            IsolatedRunner runner,
            JobIds ids) {
        this.task = task;
        this.plan = plan;
        this.models = models;
        this.runner = runner;
        this.sessions = new PlaceSessions(new Place(natively, Backends.NATIVE_CPU), runner, ids, plan.timeout());
    }

    /**
     * What it came to.
     *
     * @param steps feeding and stepping
     * @param end empty where it did not get there
     */
    record Run(List<Float> losses, Samples steps, Optional<TrainingStart> end, Duration trained) {
        static final Run NONE = new Run(List.of(), Samples.NONE, Optional.empty(), Duration.ZERO);
    }

    /** All steps, or as many as it makes. */
    Run train(SessionSettings settings, StepOrder order) {
        Optional<CheckedSession> opened = sessions.open(
                        models.step().artifact(),
                        ExactTraining.openingFeeds(models.step().graph(), order, TrainingStart.ANEW),
                        List.of(TrainingGraph.LOSS),
                        settings.withEvidence(false))
                .session();
        if (opened.isEmpty()) {
            return Run.NONE;
        }
        CheckedSession session = opened.get();
        Walk walk = new Walk(session, models.step().graph(), order, task.batch(), TrainingStart.ANEW, plan.timeout());
        Optional<TrainingStart> end = walk.onAndRead(plan.steps());
        PlaceSessions.end(session);
        double[] steps = walk.times().steps().millis();
        double[] feeds = walk.times().feeds().millis();
        for (int step = 0; step < steps.length; step++) {
            steps[step] += feeds[step];
        }
        return new Run(walk.losses(), Samples.ofMillis(steps), end, walk.trained());
    }

    /** What such parameters, by name, make of held-out data. */
    Optional<Evaluator.Answered> answers(TrainingStart state, Duration trained) {
        return evaluator().answered(models, state, trained);
    }

    /** The answer to a held-out sample that is right. */
    int label(int sample) {
        return evaluator().label(sample);
    }

    private Evaluator evaluator() {
        return new Evaluator(sessions, task.data());
    }

    @Override
    public void close() {
        runner.close();
    }
}
