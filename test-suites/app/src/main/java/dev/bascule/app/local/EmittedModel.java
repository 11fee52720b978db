package dev.bascule.app.local;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.ModelProof;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainedEmission;
import dev.bascule.studies.training.TrainedEmission.Withheld;
import dev.bascule.studies.training.TrainedEmission.Written;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.studies.training.TrainingStart;
import dev.bascule.studies.training.TrainingStudy;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.training.step.TrainedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the trained network as a model, where it is proven that it answers as the trained state does. Of several runs it is the first that is right
 * and learnt something: by no look at which did best on held-out data, or its accuracy there would be flattered. With a
 * target accuracy it is somewhat: training stopped at the first look that reached it. Immutable.
 *
 * @param file over nothing that is there
 * @param reach whether the target accuracy must be there
 */
record EmittedModel(Path file, TrainingTask task, boolean reach) {
    private static final String KEY = "bascule.training.";

    /** @param unwritten why a model that is proven is not there all the same */
    record Outcome(Optional<TrainedEmission> emission, Optional<Failure> unwritten) {
        static Outcome withheld(String why) {
            return new Outcome(Optional.of(new Withheld(why)), Optional.empty());
        }
    }

    /** @param first the models of the first seed: a checkpoint has their hash */
    Outcome of(TrainingStudy study, TrainingModels first, List<TargetTraining> targets) {
        for (int i = 0; i < targets.size(); i++) {
            TargetTraining target = targets.get(i);
            Optional<TrainingStart> state = target.learnt().state();
            if (isFine(target) && state.isPresent()) {
                return written(study, first, i, target, state.orElseThrow());
            }
        }
        return Outcome.withheld(
                reach
                        ? "no target is right, at the target accuracy, and surely better than chance"
                        : "no target is right and, on held-out data, surely better than chance: train longer");
    }

    private boolean isFine(TargetTraining target) {
        double chance = task.data().chance();
        return target.verdict().isRight()
                && (!reach || target.learnt().reached().isPresent())
                && target.learnt()
                        .last()
                        .map(Evaluation::interval)
                        .filter(interval -> interval.low() > chance)
                        .isPresent();
    }

    private Outcome written(
            TrainingStudy study, TrainingModels first, int at, TargetTraining target, TrainingStart state) {
        String stateSha256 =
                TrainingFiles.checkpoint(task, first, target.seed(), state).stateSha256();
        ModelProto model =
                TrainedModel.of(task.fed(target.seed(), 1), state.state(), metadata(target, state, stateSha256));
        ModelProof.Result result = study.prove(target.seed(), state, model);
        if (result instanceof ModelProof.Refuted refuted) {
            return Outcome.withheld(refuted.why());
        }
        byte[] bytes = model.toByteArray();
        try {
            Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
            // Refuses one that came meanwhile.
            Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            return new Outcome(
                    Optional.empty(),
                    Optional.of(Failure.of(
                            ErrorCode.OUTPUT_UNWRITABLE,
                            "cannot write '%s': %s".formatted(file, FileErrorText.why(e)),
                            "name another file by --emit, and train again: the model is not kept")));
        }
        return new Outcome(
                Optional.of(new Written(
                        file, at, target.seed(), state.step(), Sha256.of(bytes), stateSha256, (ModelProof.Proven)
                                result)),
                Optional.empty());
    }

    private Map<String, String> metadata(TargetTraining target, TrainingStart state, String stateSha256) {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(KEY + "network", task.network().name());
        metadata.put(
                KEY + "data", "%s %s".formatted(task.data().name(), task.data().sha256()));
        metadata.put(KEY + "update", task.update());
        metadata.put(KEY + "batch", String.valueOf(task.batch()));
        metadata.put(KEY + "seed", String.valueOf(target.seed()));
        metadata.put(KEY + "step", String.valueOf(state.step()));
        metadata.put(KEY + "state.sha256", stateSha256);
        metadata.put(KEY + "samples", task.data().normalisation().toString());
        return metadata;
    }
}
