package dev.bascule.app.local;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.session.CarryLocations;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.PeerTraining;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainedEmission;
import dev.bascule.studies.training.TrainingLimits;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.studies.training.TrainingReport;
import dev.bascule.studies.training.TrainingRequest;
import dev.bascule.studies.training.TrainingService;
import dev.bascule.studies.training.TrainingStudy;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.studies.training.peer.TrainingPeer;
import dev.bascule.studies.truth.TruthReport.Absent;
import dev.bascule.training.data.DataSets;
import dev.bascule.training.optimizer.Optimizers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Trains on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalTrainingService implements TrainingService {
    private final RunEnvironmentFactory environments;
    private final DataSets data;

    public LocalTrainingService(RunEnvironmentFactory environments, DataSets data) {
        this.environments = environments;
        this.data = data;
    }

    @Override
    public TrainingReport train(TrainingRequest request, Listener listener) {
        RunListener phases = new RunListener() {
            @Override
            public void phase(String activity) {
                listener.phase(activity);
            }
        };
        // What cannot be trained is told before any browser is asked anything.
        TrainingTask task = TrainingTasks.of(
                data,
                request.network(),
                request.data(),
                Optimizers.of(request.optimizer(), TrainingTasks.settings(request.learningRate())),
                request.batch(),
                request.resident(),
                request.clip(),
                request.form());
        TrainingLimits limits = request.epochs().isPresent()
                ? request.limits().withSteps(steps(request.epochs().getAsInt(), task))
                : request.limits();
        Path folder = TemporaryFolder.make("bascule-train");
        try {
            TrainingModels models = TrainingModels.write(task, request.seeds().get(0), folder);
            TrainingFiles.Beginning beginning = request.files()
                    .resume()
                    .map(file -> TrainingFiles.start(
                            file, task, models, request.seeds().get(0)))
                    .orElse(TrainingFiles.Beginning.ANEW);
            long before = beginning.start().step();
            refuseStandstill(task, before, before + limits.steps());
            beginning.resumed().ifPresent(from -> listener.phase("going on from " + from.words()));
            RunEnvironment environment =
                    environments.open(TrainingTasks.run(request.run(), models), new TimeBreakdown(), phases);
            try {
                return train(request, task, limits, models, beginning, folder, environment, listener);
            } finally {
                if (environment.end()) {
                    Thread.currentThread().interrupt();
                }
            }
        } finally {
            TemporaryFolder.delete(folder);
        }
    }

    private static void refuseStandstill(TrainingTask task, long before, long last) {
        if (task.optimizer().rate().at(last) == 0) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "at step %d, the run's last, the learning rate has come to 0: nothing more is learnt there"
                            .formatted(last),
                    before == 0
                            ? "raise --cosine-decay-steps to %d, or lower --steps or --epochs".formatted(last)
                            : "lower --steps or --epochs: a run that goes on keeps its decay");
        }
    }

    private static int steps(int epochs, TrainingTask task) {
        long steps = (long) epochs * task.stepsPerEpoch();
        if (steps > TrainingLimits.MOST_STEPS) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%d epochs of %d steps are more than %d steps"
                            .formatted(epochs, task.stepsPerEpoch(), TrainingLimits.MOST_STEPS),
                    "lower --epochs");
        }
        return Math.toIntExact(steps);
    }

    private static TrainingReport train(
            TrainingRequest request,
            TrainingTask task,
            TrainingLimits limits,
            TrainingModels models,
            TrainingFiles.Beginning beginning,
            Path folder,
            RunEnvironment environment,
            Listener listener) {
        List<Absent> absent = new ArrayList<>();
        List<Place> places = request.targets().isEmpty()
                ? List.of()
                : ChosenPlaces.of(request.run(), request.targets(), environment, absent);
        List<TargetTraining> targets = new ArrayList<>();
        List<PeerTraining> peers = new ArrayList<>();
        Optional<EmittedModel.Outcome> emitted = Optional.empty();
        try (TrainingStudy study = new TrainingStudy(
                task,
                limits,
                beginning.start(),
                folder,
                environment.nativeSource(),
                environment.jobIds(),
                LocalTrainingService::isStopped,
                listener)) {
            for (Place place : places) {
                if (!isStopped()) {
                    targets.addAll(study.train(place, locations(request, place), request.settings(), request.seeds()));
                }
            }
            for (Chain chain : request.chains().all()) {
                for (Column column : ChosenPlaces.columns(request.run(), environment, chain)) {
                    targets.addAll(ChainTraining.train(
                            chain, request.chains().policy(), LocalTrainingService::isStopped, backend -> {
                                listener.phase("%s: %s".formatted(chain, backend.id()));
                                return onRung(study, column.place(backend), request);
                            }));
                }
            }
            for (String name : request.peers()) {
                for (long seed : request.seeds()) {
                    // Each by itself: who is stopped in the middle has not asked the peer for the seeds after it.
                    if (isStopped()) {
                        break;
                    }
                    peers.add(study.beside(
                            peer(name),
                            TrainingTasks.settings(request.learningRate()),
                            request.settings().threads(),
                            seed,
                            steps(targets, seed, limits)));
                }
            }
            if (!isStopped()) {
                emitted = request.files()
                        .emit()
                        .map(file ->
                                new EmittedModel(file, task, limits.target().isPresent()).of(study, models, targets));
            }
        }
        Optional<TrainedEmission> emission = emitted.flatMap(EmittedModel.Outcome::emission);
        Optional<Failure> unwritten = emitted.flatMap(EmittedModel.Outcome::unwritten);
        List<String> kept = new ArrayList<>();
        Optional<Failure> unkept = request.files()
                .checkpoint()
                .flatMap(file -> TrainingFiles.keep(
                        file,
                        request.seeds().get(0),
                        task,
                        models,
                        targets,
                        request.files().resume(),
                        listener::phase,
                        kept));
        return new TrainingReport(
                task.network().name(),
                models.step().graph().parameters().stream()
                        .mapToLong(each -> each.initial().shape().elements())
                        .sum(),
                models.step().graph().model().getGraph().getNodeList().stream()
                        .map(NodeProto::getOpType)
                        .distinct()
                        .sorted()
                        .toList(),
                TrainingTasks.trained(task, limits.steps(), beginning.resumed(), kept),
                targets,
                peers,
                absent,
                isStopped(),
                unkept.or(() -> unwritten),
                emission);
    }

    /** All seeds on one backend of a chain. */
    private static List<TargetTraining> onRung(TrainingStudy study, Place place, TrainingRequest request) {
        List<CarryLocation> fitting = locations(request, place);
        CarryLocation state = fitting.isEmpty() ? CarryLocation.CPU : fitting.get(0);
        return place.source()
                .unavailable(place.backend())
                .map(why -> List.of(TargetTraining.notBegun(
                        place.target(), state, request.seeds().get(0), new Ended(Verdict.UNSUPPORTED, why))))
                .orElseGet(() -> study.train(place, List.of(state), request.settings(), request.seeds()));
    }

    private static TrainingPeer peer(String name) {
        TrainingPeer pytorch = new TorchTrainer(HostEnvironment.ofProcess());
        if (!name.equals(pytorch.name())) {
            throw new IllegalArgumentException("no peer is called " + name);
        }
        return pytorch;
    }

    /** As far as the targets came, which end where the target accuracy is there. */
    private static int steps(List<TargetTraining> targets, long seed, TrainingLimits limits) {
        return targets.stream()
                .filter(target -> target.seed() == seed)
                .mapToInt(target -> target.learnt().losses().size())
                .filter(steps -> steps > 0)
                .max()
                .orElse(limits.steps());
    }

    /** Where the state is asked to be; of a backend that has a memory of its own, there, where nobody says. */
    private static List<CarryLocation> locations(TrainingRequest request, Place place) {
        List<CarryLocation> fitting = new CarryLocations("--state", request.locations()).on(place.backend());
        return request.locations().isEmpty() ? fitting.subList(fitting.size() - 1, fitting.size()) : fitting;
    }

    private static boolean isStopped() {
        return Thread.currentThread().isInterrupted();
    }
}
