package dev.bascule.app.local;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.studies.training.TrainingStart;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.training.checkpoint.Checkpoint;
import dev.bascule.training.checkpoint.CheckpointOrigin;
import dev.bascule.training.data.Batches;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.imported.ImportedNetwork;
import dev.bascule.training.network.Network;
import dev.bascule.training.network.Networks;
import dev.bascule.training.network.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Models and checkpoints of training runs on disk. Stateless. */
final class TrainingFiles {
    private TrainingFiles() {}

    /** By name, of the size that the data have; or a file, which must fit them. */
    static Network network(String name, LabelledData labelled) {
        if (!name.endsWith(".onnx")) {
            return Networks.of(
                    name,
                    new Task(
                            labelled.dtype(),
                            labelled.sample(),
                            labelled.classes().size(),
                            labelled.vocabulary()));
        }
        Network imported =
                ImportedNetwork.of(Path.of(name).getFileName().toString(), OnnxModelFile.open(Path.of(name)));
        if (imported.dtype() != labelled.dtype()
                || !imported.sample().equals(labelled.sample())
                || imported.classes() != labelled.classes().size()) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "'%s' takes %s of %s and tells %d classes apart, and %s has %s of %s in %d"
                            .formatted(
                                    name,
                                    imported.sample(),
                                    imported.dtype().wireName(),
                                    imported.classes(),
                                    labelled.name(),
                                    labelled.sample(),
                                    labelled.dtype().wireName(),
                                    labelled.classes().size()),
                    "take other data");
        }
        return imported;
    }

    /** Where a checkpoint goes on. */
    static TrainingStart start(Path file, TrainingTask task, TrainingModels models, long seed) {
        Checkpoint checkpoint = Checkpoint.read(file);
        checkpoint.require(origin(task, models, seed), models.step().graph().state(), batches(task, seed));
        return new TrainingStart(checkpoint.state(), checkpoint.step());
    }

    /** The state of the one target; results must not be lost with it. */
    static Optional<Failure> keep(
            Path file,
            long seed,
            TrainingTask task,
            TrainingModels models,
            List<TargetTraining> targets,
            List<String> notes) {
        Optional<TrainingStart> state =
                targets.size() == 1 ? targets.get(0).learnt().state() : Optional.empty();
        if (state.isEmpty()) {
            notes.add("no checkpoint was written: "
                    + (targets.size() == 1
                            ? "no state came back"
                            : "it keeps the state of one target, and %d trained".formatted(targets.size())));
            return Optional.empty();
        }
        if (!targets.get(0).verdict().isRight()) {
            notes.add("the checkpoint holds the state of a run that is "
                    + targets.get(0).verdict().name());
        }
        try {
            write(file, task, models, seed, state.get());
            return Optional.empty();
        } catch (BasculeException e) {
            return Optional.of(new Failure(
                    e.failure().code(),
                    e.failure().message(),
                    List.of("make room there, or name another place by --checkpoint, and train again: the"
                            + " state is not kept")));
        }
    }

    private static void write(Path file, TrainingTask task, TrainingModels models, long seed, TrainingStart state) {
        checkpoint(task, models, seed, state).write(file);
    }

    /** Of a run with this seed, after a step. */
    static Checkpoint checkpoint(TrainingTask task, TrainingModels models, long seed, TrainingStart state) {
        Batches.Position position = batches(task, seed).position(state.step());
        return new Checkpoint(origin(task, models, seed), state.step(), position, state.state());
    }

    private static Batches batches(TrainingTask task, long seed) {
        return new Batches(seed, task.data().train().count(), task.batch());
    }

    private static CheckpointOrigin origin(TrainingTask task, TrainingModels models, long seed) {
        return new CheckpointOrigin(
                new CheckpointOrigin.Part(
                        task.network().name(), models.forward().artifact().sha256()),
                task.update(),
                new CheckpointOrigin.Part(task.data().name(), task.data().sha256()),
                task.batch(),
                seed);
    }
}
