package dev.bascule.prediction.file;

import dev.bascule.fallback.text.PlainText;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.LayerEvidence;
import dev.bascule.prediction.validate.ValidationReport;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Decisions about layers and their part of a document. Stateless. */
final class LayerParts {
    static final String MEDIAN = "median";
    static final String MINIMUM = "minimum";

    private LayerParts() {}

    /** @param machines fingerprints in the order of the document */
    static List<DataDocument.LayerPart> of(ValidationReport report, List<String> machines) {
        return Stream.concat(
                        report.layers().stream().map(one -> part(one, MEDIAN, machines)),
                        report.undisturbed().stream()
                                .flatMap(minima -> minima.layers().stream())
                                .map(one -> part(one, MINIMUM, machines)))
                .toList();
    }

    private static DataDocument.LayerPart part(LayerDecision decision, String figure, List<String> machines) {
        Optional<LayerEvidence> evidence = decision.evidence();
        return new DataDocument.LayerPart(
                machines.indexOf(decision.machine()),
                figure,
                decision.layer().name(),
                decision.level().name(),
                decision.method(),
                decision.without(),
                decision.used(),
                evidence.map(LayerEvidence::times),
                evidence.map(LayerEvidence::architectures),
                share(evidence, LayerEvidence::with),
                share(evidence, LayerEvidence::without),
                share(evidence, LayerEvidence::noise));
    }

    private static Optional<Double> share(Optional<LayerEvidence> evidence, ToDoubleFunction<LayerEvidence> figure) {
        return evidence.map(known -> DataParts.rounded(figure.applyAsDouble(known)));
    }

    /**
     * As it is read.
     *
     * @throws IllegalArgumentException of a figure that there is none of; {@link IndexOutOfBoundsException} of no machine
     */
    static StoredValidation.Layer layer(DataDocument.LayerPart part, List<DataDocument.MachinePart> machines) {
        if (!part.figure().equals(MEDIAN) && !part.figure().equals(MINIMUM)) {
            throw new IllegalArgumentException("no figure: " + PlainText.line(part.figure()));
        }
        return new StoredValidation.Layer(
                PlainText.line(machines.get(part.machine()).fingerprint()),
                part.figure(),
                PlainText.line(part.layer()),
                PlainText.line(part.level()),
                PlainText.line(part.method()),
                PlainText.line(part.without()),
                part.used(),
                part.meanWith(),
                part.meanWithout(),
                part.noise());
    }
}
