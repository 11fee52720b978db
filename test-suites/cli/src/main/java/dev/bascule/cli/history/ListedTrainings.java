package dev.bascule.cli.history;

import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.format.Times;
import dev.bascule.reports.history.TrainingHeading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The commands that trained, by the ids that {@code compare} takes. Stateless. */
final class ListedTrainings {
    private ListedTrainings() {}

    static String table(List<TrainingHeading> trainings) {
        TextTable table =
                new TextTable("TRAINING", "BEGAN", "NETWORK", "DATA", "BY", "TARGETS", "ACCURACY", "VERDICTS");
        trainings.forEach(training -> table.row(
                training.command(),
                Times.minute(training.at()),
                training.network(),
                training.data(),
                training.optimizer(),
                String.join(", ", training.backends()),
                training.accuracies().map(ListedTrainings::range).orElse("-"),
                counts(training).entrySet().stream()
                                .map(count -> count.getValue() + " " + count.getKey())
                                .collect(Collectors.joining(", "))
                        + (training.imported() ? ", imported" : "")));
        return table.toString();
    }

    private static String range(TrainingHeading.Accuracies accuracies) {
        String least = Figures.accuracy(accuracies.least());
        String most = Figures.accuracy(accuracies.most());
        return least.equals(most) ? least : "%s to %s".formatted(least, most);
    }

    private static Map<Verdict, Long> counts(TrainingHeading training) {
        return training.verdicts().stream()
                .collect(Collectors.groupingBy(verdict -> verdict, TreeMap::new, Collectors.counting()));
    }

    static Map<String, Object> document(TrainingHeading training) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", training.command());
        object.put("startedAt", training.at());
        object.put("network", training.network());
        object.put("data", training.data());
        object.put("optimizer", training.optimizer());
        object.put("backends", training.backends());
        object.put("verdicts", counts(training));
        object.put("leastAccuracy", training.accuracies().map(TrainingHeading.Accuracies::least));
        object.put("mostAccuracy", training.accuracies().map(TrainingHeading.Accuracies::most));
        object.put("imported", training.imported());
        return object;
    }
}
