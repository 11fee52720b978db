package dev.bascule.cli.predict;

import dev.bascule.cli.output.TextTable;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.predict.Interval;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.work.WorkSummary;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** Predictions for people. Stateless. */
final class PredictText {
    private static final String WORDS =
            "  median: what sessions here usually take, other work included; minimum: what a quiet machine would take;"
                    + " usual errors: of both\n";

    private PredictText() {}

    static String of(List<ModelPrediction> models, TrainingSet data, double level) {
        StringBuilder text = new StringBuilder();
        text.append("Predicted, not measured: from %s of %s on %s%n"
                .formatted(
                        Figures.counted(data.models().size(), "model"),
                        Figures.counted(data.architectures().size(), "architecture"),
                        Figures.counted(data.targets().size(), "target")));
        models.forEach(model -> text.append('\n').append(model(model, level)));
        return text.toString().stripTrailing();
    }

    private static String model(ModelPrediction model, double level) {
        WorkSummary.ClassWork work = model.model().work().total();
        StringBuilder text = new StringBuilder("%s: %s, %s in one inference%n"
                .formatted(
                        model.model().name(), Figures.counted(work.count(), "kernel"), operations(work.operations())));
        model.cpuMillis()
                .ifPresent(millis ->
                        text.append("measured now on native CPU, one thread: %s%n".formatted(Figures.millis(millis))));
        if (model.targets().isEmpty()) {
            return text.append(
                            "no target is known of this machine: bascule collect measures what predictions are learned")
                    .append(" from, bascule collect --probes 10 the least that they take\n")
                    .toString();
        }
        TextTable table = new TextTable(
                "TARGET",
                "MEDIAN",
                "%.0f %% OF MEDIANS".formatted(100 * level),
                "MEDIAN MEASURED",
                "MINIMUM",
                "%.0f %% OF MINIMA".formatted(100 * level),
                "MINIMUM MEASURED",
                "USUAL ERRORS",
                "RESTS ON");
        List<String> notes = new ArrayList<>();
        Set<String> shared = shared(model.targets());
        for (ModelPrediction.OfTarget each : model.targets()) {
            row(table, name(each.prediction().target(), shared), each, notes);
        }
        notes.addAll(withoutMinimum(model.targets(), shared));
        text.append(table).append(WORDS);
        for (ModelPrediction.OfTarget each : model.targets()) {
            String name = name(each.prediction().target(), shared);
            each.doubt().ifPresent(why -> notes.add("predicted, but doubtful on %s: %s".formatted(name, why)));
            each.placement()
                    .filter(where -> each.measured().isEmpty())
                    .ifPresent(where -> notes.add("%s: %s".formatted(name, where)));
        }
        // Which minimum is left out its own note tells.
        model.layers().stream()
                .filter(layer -> !layer.used() && layer.layer() != LayerDecision.Layer.MINIMUM)
                .map(LayerText::words)
                .forEach(notes::add);
        notes.stream().distinct().forEach(note -> text.append("  ").append(note).append('\n'));
        return text.toString();
    }

    /** Labels of several targets: of engines in several versions, or machines. */
    private static Set<String> shared(List<ModelPrediction.OfTarget> targets) {
        Set<String> seen = new HashSet<>();
        return targets.stream()
                .map(each -> each.prediction().target().label())
                .filter(label -> !seen.add(label))
                .collect(Collectors.toSet());
    }

    private static void row(TextTable table, String target, ModelPrediction.OfTarget each, List<String> notes) {
        if (each.prediction() instanceof Prediction.None none) {
            table.row(target, "-", "-", millis(each.measured()), "-", "-", millis(each.least()), "-", none.reason());
            return;
        }
        Prediction.Time time = (Prediction.Time) each.prediction();
        if (time.interval().isEmpty()) {
            notes.add(time.noInterval());
        }
        Optional<Prediction.Time> least = Optional.of(each.undisturbed())
                .filter(Prediction.Time.class::isInstance)
                .map(Prediction.Time.class::cast);
        least.filter(minimum -> !basis(minimum).equals(basis(time)))
                .ifPresent(minimum -> notes.add("the minimum on %s rests on %s".formatted(target, basis(minimum))));
        least.filter(minimum -> minimum.interval().isEmpty())
                .ifPresent(minimum -> notes.add("of the minimum on %s: %s".formatted(target, minimum.noInterval())));
        table.row(
                target,
                Figures.millis(time.millis()),
                time.interval().map(PredictText::interval).orElse("-"),
                millis(each.measured()),
                least.map(minimum -> Figures.millis(minimum.millis())).orElse("-"),
                least.flatMap(Prediction.Time::interval)
                        .map(PredictText::interval)
                        .orElse("-"),
                millis(each.least()),
                "%s, %s"
                        .formatted(
                                percent(time.usualError()),
                                percent(least.map(Prediction.Time::usualError).orElse(OptionalDouble.empty()))),
                basis(time));
    }

    private static String basis(Prediction.Time time) {
        return "%s, %s, %s".formatted(time.level(), time.regime().words(), Figures.counted(time.models(), "model"));
    }

    /** Each reason once, with the targets that it is of. */
    private static List<String> withoutMinimum(List<ModelPrediction.OfTarget> targets, Set<String> shared) {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (ModelPrediction.OfTarget each : targets) {
            if (each.prediction() instanceof Prediction.Time && each.undisturbed() instanceof Prediction.None none) {
                reasons.computeIfAbsent(none.reason(), any -> new ArrayList<>())
                        .add(name(each.prediction().target(), shared));
            }
        }
        return reasons.entrySet().stream()
                .map(reason -> "no minimum is predicted of %s: %s"
                        .formatted(String.join(", ", reason.getValue()), reason.getKey()))
                .toList();
    }

    private static String name(TargetKey target, Set<String> shared) {
        return shared.contains(target.label()) ? target.toString() : target.label();
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? "%.0f %%".formatted(100 * share.getAsDouble()) : "-";
    }

    private static String interval(Interval interval) {
        return "%s to %s".formatted(Figures.millis(interval.low()), Figures.millis(interval.high()));
    }

    private static String millis(OptionalDouble millis) {
        return millis.isPresent() ? Figures.millis(millis.getAsDouble()) : "-";
    }

    private static String operations(double count) {
        return count >= 1e9 ? "%.3g GFLOP".formatted(count / 1e9) : "%.3g MFLOP".formatted(count / 1e6);
    }
}
