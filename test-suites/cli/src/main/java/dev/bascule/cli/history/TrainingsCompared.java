package dev.bascule.cli.history;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.output.TrainingComparisonText;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.training.TrainingComparer;
import dev.bascule.reports.comparison.training.TrainingComparison;
import dev.bascule.reports.comparison.training.TrainingComparisonDocument;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.reports.history.History;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * {@code compare} where its words name commands that trained. Immutable.
 *
 * @param store of the history
 * @param options threshold, margin and seed
 * @param target accuracy up to which steps are counted; empty for none
 */
record TrainingsCompared(CliContext context, String store, ComparisonOptions options, OptionalDouble target) {

    /** @throws BasculeException where it is no share */
    static OptionalDouble target(Optional<Double> said) {
        if (said.filter(share -> !(share > 0 && share <= 1)).isPresent()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--target-accuracy is a share above 0 and up to 1");
        }
        return said.stream().mapToDouble(Double::doubleValue).findFirst();
    }

    /**
     * Empty where neither word names a training.
     *
     * @param metric whether one was named, which trainings have none of
     * @throws BasculeException where only one does, both name the same, or they cannot be compared
     */
    Optional<TrainingComparison> of(Optional<String> first, Optional<String> second, boolean metric) {
        String baseline = first.orElse("latest~1");
        String candidate = second.orElse(NamedTrainings.isNewest(baseline) ? NamedTrainings.LATEST : "latest");
        Optional<TrainingComparison> found = found(baseline, candidate);
        if (found.isEmpty() ? target.isPresent() : metric) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    found.isEmpty()
                            ? "--target-accuracy is of trainings, and '%s' and '%s' name none"
                                    .formatted(baseline, candidate)
                            : "--metric is of inferences, and trainings have none",
                    "bascule compare latest-training~1 latest-training --target-accuracy 0.95");
        }
        return found;
    }

    private Optional<TrainingComparison> found(String baseline, String candidate) {
        boolean said = NamedTrainings.isNewest(baseline) || NamedTrainings.isNewest(candidate);
        boolean possible = said || (NamedTrainings.mayBe(baseline) && NamedTrainings.mayBe(candidate));
        if (!possible || (!said && !HistoryAccess.exists(context, store))) {
            return Optional.empty();
        }
        try (History history = HistoryAccess.existing(context, store)) {
            Optional<String> from = NamedTrainings.find(history, baseline);
            Optional<String> to = NamedTrainings.find(history, candidate);
            if (from.isEmpty() && to.isEmpty()) {
                return Optional.empty();
            }
            String first = from.orElseThrow(() -> noTraining(baseline, candidate));
            String second = to.orElseThrow(() -> noTraining(candidate, baseline));
            if (first.equals(second)) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "'%s' and '%s' are the same training".formatted(baseline, candidate),
                        "bascule compare latest-training~1 latest-training");
            }
            return Optional.of(
                    new TrainingComparer(options, target).of(history.training(first), history.training(second)));
        }
    }

    private static BasculeException noTraining(String word, String other) {
        return new BasculeException(
                ErrorCode.USAGE_ERROR,
                "'%s' is a training, and '%s' is none".formatted(other, word),
                "name two trainings, by the ids that train prints, or latest-training");
    }

    /** Prints it, and writes it to files. */
    void print(TrainingComparison comparison, boolean json, List<ComparisonFile> files) {
        files.forEach(file -> OutputFiles.write(context.folder().resolve(file.path()), file.text(comparison)));
        if (json) {
            JsonText.print(context.console(), TrainingComparisonDocument.of(comparison));
        } else {
            context.console()
                    .print(TrainingComparisonText.render(
                            comparison,
                            context.console().terminal().width(),
                            context.console().outStyle()));
        }
    }
}
