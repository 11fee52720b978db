package dev.bascule.app.local;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.reports.training.Resumed;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
        OnnxModelFile file = OnnxModelFile.open(Path.of(name));
        Fit.already(file.proto()).ifPresent(why -> {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "'%s' is no float32 model to train: %s".formatted(name, why),
                    Fit.GIVE_FLOAT32);
        });
        Network imported = ImportedNetwork.of(name(Path.of(name)), file);
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

    /**
     * Where a run begins.
     *
     * @param resumed from which checkpoint; empty where it begins anew
     */
    record Beginning(TrainingStart start, Optional<Resumed> resumed) {
        static final Beginning ANEW = new Beginning(TrainingStart.ANEW, Optional.empty());
    }

    /** Where a checkpoint goes on. */
    static Beginning start(Path file, TrainingTask task, TrainingModels models, long seed) {
        Checkpoint checkpoint = Checkpoint.read(file);
        checkpoint.require(origin(task, models, seed), models.step().graph().state(), batches(task, seed));
        return new Beginning(
                new TrainingStart(checkpoint.state(), checkpoint.step()),
                Optional.of(new Resumed(name(file), checkpoint.stateSha256(), checkpoint.step())));
    }

    /**
     * The state of the one target; results must not be lost with it.
     *
     * @param resumed the file that the run went on from, which this may take the place of
     * @param told of what was written
     */
    static Optional<Failure> keep(
            Path file,
            long seed,
            TrainingTask task,
            TrainingModels models,
            List<TargetTraining> targets,
            Optional<Path> resumed,
            Consumer<String> told,
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
        String replaced = replaced(file, resumed);
        try {
            write(file, task, models, seed, state.get());
            told.accept("wrote %s, the state after step %d%s"
                    .formatted(file, state.get().step(), replaced));
            return Optional.empty();
        } catch (BasculeException e) {
            return Optional.of(new Failure(
                    e.failure().code(),
                    e.failure().message(),
                    List.of("make room there, or name another place by --checkpoint, and train again: the"
                            + " state is not kept")));
        }
    }

    private static String name(Path file) {
        return Optional.ofNullable(file.getFileName()).map(Path::toString).orElse(file.toString());
    }

    /** What a file takes the place of, as the end of a sentence; empty where nothing is there. */
    static String replaced(Path file, Optional<Path> resumed) {
        if (resumed.filter(from -> isSame(from, file)).isPresent()) {
            return ", in the place of the checkpoint that the run went on from";
        }
        return Files.exists(file) ? ", in the place of a file that was there" : "";
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            return one.toAbsolutePath()
                    .normalize()
                    .equals(other.toAbsolutePath().normalize());
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
