package dev.bascule.app.local;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.training.Resumed;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.studies.training.TrainingReport;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.training.data.DataSets;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.imported.ImportedNetwork;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.optimizer.Optimizer;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.step.StepForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is trained, of the words that somebody asked by. Stateless. */
final class TrainingTasks {
    private TrainingTasks() {}

    /**
     * @param network by name, or an .onnx file
     * @param data by name, or a folder
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} where the two do not fit, and what either is refused for
     */
    static TrainingTask of(
            DataSets sets,
            String network,
            String data,
            Optimizer optimizer,
            int batch,
            boolean resident,
            OptionalDouble clip,
            StepForm form) {
        LabelledData labelled = sets.of(data);
        return new TrainingTask(
                TrainingFiles.network(network, labelled), labelled, optimizer, batch, resident, clip, form);
    }

    /** The same of a rate that stays. */
    static OptimizerSettings settings(OptionalDouble learningRate) {
        return settings(
                learningRate.isPresent()
                        ? Optional.of(new LearningRate.Constant(learningRate.getAsDouble()))
                        : Optional.empty());
    }

    /** PyTorch's own, with this learning rate where there is one. */
    static OptimizerSettings settings(Optional<LearningRate> learningRate) {
        return learningRate.map(OptimizerSettings.DEFAULTS::withRate).orElse(OptimizerSettings.DEFAULTS);
    }

    /** The run that was asked for, of the model that its steps are. */
    static RunRequest run(RunRequest run, TrainingModels models) {
        SuiteCase asked = run.cases().get(0);
        SuiteModel model = new SuiteModel(
                models.step().artifact().file().toString(), asked.model().name(), SuiteModel.Feed.NONE);
        return run.with(
                List.of(new SuiteCase(asked.id(), model, asked.settings(), asked.chains(), asked.comparisons())));
    }

    /** On what and how, with what a reader should know of the data. */
    static TrainingReport.Trained trained(TrainingTask task, int steps, Optional<Resumed> resumed, List<String> kept) {
        LabelledData labelled = task.data();
        List<String> notes = new ArrayList<>(
                List.of(labelled.origin(), labelled.split().told(), "samples are fed " + labelled.normalisation()));
        if (task.network() instanceof ImportedNetwork imported) {
            notes.addAll(imported.notes(task.form().dropout().isPresent()));
        }
        int dropped = labelled.train().count() % task.batch();
        if (dropped > 0) {
            notes.add("each epoch leaves out %d samples, others each time: they fill no batch".formatted(dropped));
        }
        notes.addAll(kept);
        return new TrainingReport.Trained(
                task.network().fileSha256(),
                labelled.name(),
                labelled.sha256(),
                labelled.train().count(),
                labelled.test().count(),
                labelled.classes().size(),
                labelled.chance(),
                Stream.of(
                                Stream.of(task.optimizer().name()),
                                task.optimizer().rate().words().stream(),
                                task.form().words().stream())
                        .flatMap(words -> words)
                        .collect(Collectors.joining(", ")),
                task.batch(),
                steps,
                task.resident(),
                task.form(),
                resumed,
                notes);
    }
}
