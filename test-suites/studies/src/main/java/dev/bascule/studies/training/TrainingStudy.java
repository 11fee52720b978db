package dev.bascule.studies.training;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.session.PlaceSessions;
import dev.bascule.studies.training.peer.TrainingPeer;
import dev.bascule.training.optimizer.OptimizerSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** One task on several targets, with one or more seeds. Belongs to one thread. */
public final class TrainingStudy implements AutoCloseable {
    private final TrainingTask task;
    private final TrainingLimits limits;
    private final TrainingStart start;
    private final JobIds ids;
    private final BooleanSupplier stopped;
    private final Path folder;
    private final TrainingService.Listener listener;
    private final IsolatedRunner natively;
    private final PlaceSessions sessions;
    private final Map<Long, SeedRun> runs = new HashMap<>();

    /**
     * @param folder where its models are written
     * @param nativeSource whose CPU gives the reference trajectory and answers for held-out data
     */
    public TrainingStudy(
            TrainingTask task,
            TrainingLimits limits,
            TrainingStart start,
            Path folder,
            RunnerSource nativeSource,
            JobIds ids,
            BooleanSupplier stopped,
            TrainingService.Listener listener) {
        if (task.stepsPerEpoch() < 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a batch of %d does not come from %d samples"
                            .formatted(task.batch(), task.data().train().count()),
                    "lower --batch");
        }
        this.task = task;
        this.limits = limits;
        this.start = start;
        this.folder = folder;
        this.ids = ids;
        this.stopped = stopped;
        this.listener = listener;
        this.natively = nativeSource.isolated(Backends.NATIVE_CPU);
        this.sessions =
                new PlaceSessions(new Place(nativeSource, Backends.NATIVE_CPU), natively, ids, limits.timeout());
    }

    /**
     * One place, the state in each of these locations in turn, with each of these seeds.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE}; {@link ErrorCode#REFERENCE_UNAVAILABLE} where native CPU does not train
     */
    public List<TargetTraining> train(
            Place place, List<CarryLocation> locations, SessionSettings settings, List<Long> seeds) {
        return train(place, locations, settings, seeds, models -> models);
    }

    /** @param planted what the target is given in the place of the right models: a control of what is seen */
    List<TargetTraining> train(
            Place place,
            List<CarryLocation> locations,
            SessionSettings settings,
            List<Long> seeds,
            UnaryOperator<TrainingModels> planted) {
        List<TargetTraining> all = new ArrayList<>();
        Evaluator evaluator = new Evaluator(sessions, task.data());
        try (TargetTrainer trainer = new TargetTrainer(place, task, limits, settings, evaluator, ids, stopped)) {
            for (CarryLocation location : locations) {
                for (int i = 0; i < seeds.size() && !stopped.getAsBoolean(); i++) {
                    SeedRun run = run(seeds.get(i));
                    listener.phase("%s, state in %s, seed %d: %d steps of %d"
                            .formatted(place.target(), location.word(), run.seed(), limits.steps(), task.batch()));
                    all.add(trainer.train(run, planted.apply(run.models()), location, i == 0));
                }
            }
        }
        return all;
    }

    /**
     * A peer with this seed, beside what the targets made of it. Begins anew.
     *
     * @param settings that the task's optimizer was made of
     * @param steps that it makes
     * @throws BasculeException {@link ErrorCode#REFERENCE_UNAVAILABLE} where native CPU does not train
     */
    public PeerTraining beside(TrainingPeer peer, OptimizerSettings settings, int threads, long seed, int steps) {
        SeedRun run = run(seed);
        listener.phase("%s, seed %d: %d steps of %d".formatted(peer.name(), seed, steps, task.batch()));
        return new PeerTrainer(task, limits, new Evaluator(sessions, task.data()))
                .train(peer, settings, threads, run, steps);
    }

    /**
     * Holds a model that was made of the state of a run with this seed against that state.
     *
     * @param model takes one sample
     */
    public ModelProof.Result prove(long seed, TrainingStart state, ModelProto model) {
        listener.phase("seed %d: the model answers for held-out data as the trained state does".formatted(seed));
        return ModelProof.of(new Evaluator(sessions, task.data()), models(seed), state, model, folder);
    }

    /** The right models of a seed. */
    TrainingModels models(long seed) {
        return run(seed).models();
    }

    private SeedRun run(long seed) {
        return runs.computeIfAbsent(seed, this::made);
    }

    private SeedRun made(long seed) {
        boolean first = runs.isEmpty();
        TrainingModels models = TrainingModels.write(task, seed, folder);
        listener.phase("seed %d: exact gradients and the first %d losses, in double".formatted(seed, limits.exact()));
        ExactTraining exact = ExactTraining.of(
                task, models, new StepOrder(task, seed), start, Math.min(limits.exact(), limits.steps()), stopped);
        Map<String, Double> differences = Map.of();
        if (first && !exact.gradients().isEmpty()) {
            listener.phase("seed %d: finite differences of the exact loss".formatted(seed));
            differences = FiniteDifferences.offEdges(
                    models,
                    start.of(models.forward().graph()),
                    new StepOrder(task, seed).samples(start.step() + 1),
                    stopped);
        }
        listener.phase("seed %d: native CPU, without graph optimisation, for reference".formatted(seed));
        return new SeedRun(seed, start, models, exact, differences, reference(models, seed));
    }

    private List<Float> reference(TrainingModels models, long seed) {
        PlaceSessions.Asked asked = sessions.open(
                models.step().artifact(),
                ExactTraining.openingFeeds(models.step().graph(), new StepOrder(task, seed), start),
                StepSessions.wanted(task),
                SessionSettings.defaults().asReference());
        CheckedSession session =
                asked.session().orElseThrow(() -> unavailable(asked.fault().map(Ended::of)));
        Walk walk = new Walk(
                session, models.step().graph(), new StepOrder(task, seed), task.batch(), start, limits.timeout());
        while (walk.step() < start.step() + limits.steps()
                && walk.ended().isEmpty()
                && walk.trained().compareTo(limits.training()) < 0
                && !stopped.getAsBoolean()) {
            walk.on(limits.next(walk, start.step(), List.of()));
        }
        PlaceSessions.end(session);
        if (walk.ended().isPresent()) {
            throw unavailable(walk.ended());
        }
        return walk.losses();
    }

    private static BasculeException unavailable(Optional<Ended> why) {
        Failure failure =
                why.map(Ended::failure).orElse(Failure.of(ErrorCode.REFERENCE_UNAVAILABLE, "it gave no reason"));
        ErrorCode code = failure.code() == ErrorCode.RUN_INTERRUPTED ? failure.code() : ErrorCode.REFERENCE_UNAVAILABLE;
        return new BasculeException(
                code,
                "native CPU, which the trajectory is held against, did not train: %s".formatted(failure.message()),
                failure.remedies().toArray(String[]::new));
    }

    @Override
    public void close() {
        natively.close();
    }
}
