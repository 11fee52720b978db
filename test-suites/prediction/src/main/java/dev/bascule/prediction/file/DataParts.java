package dev.bascule.prediction.file;

import dev.bascule.fallback.text.PlainText;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.validate.Coverage;
import dev.bascule.prediction.validate.ValidationReport;
import dev.bascule.prediction.work.OperatorClass;
import dev.bascule.prediction.work.WorkSummary;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** A training set and its document, each made of the other. Stateless. */
final class DataParts {
    private static final MathContext DIGITS = new MathContext(6);
    private static final double COVERED = 0.9;

    private DataParts() {}

    static DataDocument document(
            TrainingSet set, ValidationReport report, Map<String, String> machines, String tool, Instant now) {
        List<PredictedModel> models = List.copyOf(set.models().values());
        List<PredictedModel.Key> keys = models.stream().map(PredictedModel::key).toList();
        List<TargetKey> targets = List.copyOf(set.targets().keySet());
        List<String> fingerprints =
                targets.stream().map(TargetKey::machine).distinct().toList();
        List<String> sessions = List.copyOf(new TreeSet<>(
                set.observations().stream().map(Observation::session).toList()));
        return new DataDocument(
                DataDocument.VERSION,
                now,
                tool,
                fingerprints.stream()
                        .map(print -> new DataDocument.MachinePart(print, machines.getOrDefault(print, "")))
                        .toList(),
                models.stream().map(DataParts::model).toList(),
                targets.stream()
                        .map(target -> new DataDocument.TargetPart(
                                fingerprints.indexOf(target.machine()), target.target(), target.threads()))
                        .toList(),
                sessions,
                set.observations().stream()
                        .map(one -> new DataDocument.ObservationPart(
                                keys.indexOf(one.model()),
                                targets.indexOf(one.target()),
                                sessions.indexOf(one.session()),
                                Instant.ofEpochSecond(one.at().getEpochSecond()),
                                rounded(one.millis()),
                                one.minimum().isPresent()
                                        ? Optional.of(rounded(one.minimum().getAsDouble()))
                                        : Optional.empty()))
                        .toList(),
                validation(report),
                report.undisturbed().map(DataParts::validation),
                Optional.of(LayerParts.of(report, fingerprints)),
                "");
    }

    private static List<DataDocument.ValidationPart> validation(ValidationReport report) {
        return report.results().stream()
                .filter(result -> result.target().isEmpty())
                .map(DataParts::validation)
                .toList();
    }

    private static DataDocument.ModelPart model(PredictedModel model) {
        Map<String, List<Double>> classes = new LinkedHashMap<>();
        model.work()
                .classes()
                .forEach((kind, work) -> classes.put(
                        word(kind),
                        List.of(
                                rounded(work.operations()),
                                rounded(work.bytes()),
                                (double) work.count(),
                                rounded(work.millis()))));
        return new DataDocument.ModelPart(model.name(), model.sha256(), model.inputs(), model.architecture(), classes);
    }

    private static String word(OperatorClass kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static DataDocument.ValidationPart validation(ValidationReport.Result result) {
        Optional<Coverage> coverage =
                result.coverage().stream().filter(one -> one.level() == COVERED).findFirst();
        return new DataDocument.ValidationPart(
                result.scheme().words(),
                result.method(),
                result.level().name(),
                result.errors().trials(),
                result.errors().architectures(),
                rounded(result.errors().median()),
                rounded(result.errors().mean()),
                coverage.flatMap(Coverage::held).map(held -> rounded(held.share())),
                coverage.filter(one -> one.halfWidth().isPresent())
                        .map(one -> rounded(one.halfWidth().getAsDouble())));
    }

    static double rounded(double value) {
        return new BigDecimal(value).round(DIGITS).doubleValue();
    }

    /** @throws IllegalArgumentException of what no training set has; {@link IndexOutOfBoundsException} of an index to nothing */
    static TrainingSet set(DataDocument document) {
        List<PredictedModel> models =
                document.models().stream().map(DataParts::model).toList();
        List<TargetKey> targets = document.targets().stream()
                .map(part -> target(part, document.machines().get(part.machine())))
                .toList();
        List<Observation> observations = new ArrayList<>();
        for (DataDocument.ObservationPart part : document.observations()) {
            observations.add(new Observation(
                    models.get(part.model()).key(),
                    targets.get(part.target()),
                    PlainText.line(document.sessions().get(part.session())),
                    part.at(),
                    part.ms(),
                    part.minMs().map(OptionalDouble::of).orElseGet(OptionalDouble::empty)));
        }
        return TrainingSet.of(models, observations);
    }

    private static TargetKey target(DataDocument.TargetPart part, DataDocument.MachinePart machine) {
        if (part.threads() < 1) {
            throw new IllegalArgumentException("a target on %d threads".formatted(part.threads()));
        }
        return new TargetKey(PlainText.line(machine.fingerprint()), PlainText.line(part.target()), part.threads());
    }

    private static PredictedModel model(DataDocument.ModelPart part) {
        Map<OperatorClass, WorkSummary.ClassWork> classes = new EnumMap<>(OperatorClass.class);
        part.classes().forEach((word, numbers) -> classes.put(kind(word), work(numbers)));
        return new PredictedModel(
                PlainText.line(part.name()),
                PlainText.line(part.sha256()),
                PlainText.line(part.inputs()),
                PlainText.line(part.architecture()),
                new WorkSummary(classes));
    }

    private static OperatorClass kind(String word) {
        for (OperatorClass kind : OperatorClass.values()) {
            if (word(kind).equals(word)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no class of operators: " + PlainText.line(word));
    }

    private static WorkSummary.ClassWork work(List<Double> numbers) {
        if (numbers.size() != 4 || numbers.stream().anyMatch(number -> !(number >= 0) || number.isInfinite())) {
            throw new IllegalArgumentException("work that nobody can do: " + numbers);
        }
        return new WorkSummary.ClassWork(
                numbers.get(0), numbers.get(1), (int) Math.round(numbers.get(2)), numbers.get(3));
    }
}
