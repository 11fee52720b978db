package dev.bascule.prediction.file;

import dev.bascule.fallback.text.PlainText;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.LayerEvidence;
import dev.bascule.prediction.validate.ValidationReport;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Decisions about layers and their part of a document. Stateless. */
final class LayerParts {
    private LayerParts() {}

    /** @param machines fingerprints in the order of the document */
    static List<DataDocument.LayerPart> of(ValidationReport report, List<String> machines) {
        return Stream.concat(
                        report.layers().stream(),
                        report.undisturbed().stream().flatMap(minima -> minima.layers().stream()))
                .map(one -> part(one, machines))
                .toList();
    }

    private static DataDocument.LayerPart part(LayerDecision decision, List<String> machines) {
        Optional<LayerEvidence> evidence = decision.evidence();
        return new DataDocument.LayerPart(
                machines.indexOf(decision.machine()),
                decision.figure().word(),
                decision.layer(),
                decision.level(),
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
        return new StoredValidation.Layer(
                PlainText.line(machines.get(part.machine()).fingerprint()),
                figure(part.figure()),
                part.layer(),
                part.level(),
                PlainText.line(part.method()),
                PlainText.line(part.without()),
                part.used(),
                part.meanWith(),
                part.meanWithout(),
                part.noise());
    }

    private static LayerDecision.Figure figure(String word) {
        return Arrays.stream(LayerDecision.Figure.values())
                .filter(figure -> figure.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no figure: " + PlainText.line(word)));
    }
}
