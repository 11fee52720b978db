package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.app.orders.PooledReplica;
import dev.bascule.app.orders.ReplicaPool;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.replicas.ReplicaPlace;
import dev.bascule.studies.replicas.ReplicaTraining;
import dev.bascule.studies.replicas.ReplicasReport;
import dev.bascule.studies.replicas.ReplicasRequest;
import dev.bascule.studies.replicas.ReplicasService;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.training.data.DataSets;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.StepForm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Has replicas on this machine train together. Each call is one of its own; not for concurrent use. */
public final class LocalReplicasService implements ReplicasService {
    private final RunEnvironmentFactory environments;
    private final DataSets data;
    private final Optional<ReplicaPool> pool;

    /** @param pool whose workers take the replicas that are asked for there; empty where none are */
    public LocalReplicasService(RunEnvironmentFactory environments, DataSets data, Optional<ReplicaPool> pool) {
        this.environments = environments;
        this.data = data;
        this.pool = pool;
    }

    @Override
    public ReplicasReport train(ReplicasRequest request, Listener listener) {
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
                request.plan().shards().batch(),
                false,
                OptionalDouble.empty(),
                StepForm.PLAIN);
        if (task.stepsPerEpoch() < 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a batch of %d does not come from %d samples"
                            .formatted(task.batch(), task.data().train().count()),
                    "lower --batch");
        }
        Path folder = TemporaryFolder.make("bascule-replicas");
        try {
            TrainingModels models = TrainingModels.write(task, request.plan().seed(), folder);
            RunEnvironment environment =
                    environments.open(TrainingTasks.run(request.run(), models), new TimeBreakdown(), phases);
            try {
                return new ReplicaTraining(
                                task,
                                request.plan(),
                                places(request, environment),
                                request.settings(),
                                folder,
                                environment.nativeSource(),
                                environment.jobIds(),
                                LocalReplicasService::isStopped,
                                listener)
                        .run(
                                TrainingTasks.trained(task, request.plan().steps(), Optional.empty(), List.of()),
                                Runtime.getRuntime().availableProcessors());
            } finally {
                if (environment.end()) {
                    Thread.currentThread().interrupt();
                }
            }
        } finally {
            TemporaryFolder.delete(folder);
        }
    }

    /** One for each replica: the first that there is of what it names, or a worker of the pool. */
    private List<ReplicaPlace> places(ReplicasRequest request, RunEnvironment environment) {
        return IntStream.range(0, request.replicas().size())
                .mapToObj(rank -> place(request, rank, environment))
                .toList();
    }

    private ReplicaPlace place(ReplicasRequest request, int rank, RunEnvironment environment) {
        Chosen chosen = request.replicas().get(rank);
        if (request.pooled().contains(rank)) {
            return new PooledReplica(
                    pool.orElseThrow(() -> new IllegalArgumentException("there is no pool")), request.run(), chosen);
        }
        return ReplicaPlace.of(
                ChosenPlaces.of(request.run(), List.of(chosen), environment, new ArrayList<>())
                        .get(0),
                environment.jobIds());
    }

    private static boolean isStopped() {
        return Thread.currentThread().isInterrupted();
    }
}
