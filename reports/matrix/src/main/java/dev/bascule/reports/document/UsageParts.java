package dev.bascule.reports.document;

import dev.bascule.fallback.usage.Quantity;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Throttling;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.fallback.usage.UsageFigure;
import dev.bascule.reports.document.UsagePart.CausePart;
import dev.bascule.reports.document.UsagePart.FigurePart;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes the document's part of what an attempt cost, and the other way round. Stateless. */
final class UsageParts {
    private UsageParts() {}

    static UsagePart part(Usage usage) {
        Throttling throttling = usage.throttling();
        return new UsagePart(
                AttemptWriter.millis(usage.span()),
                usage.inferences(),
                throttling.throttled(),
                throttling.causes().stream()
                        .map(cause -> new CausePart(cause.kind(), cause.detail()))
                        .toList(),
                throttling.watched(),
                throttling.unwatched(),
                usage.figures().stream().map(UsageParts::figure).toList());
    }

    private static FigurePart figure(UsageFigure figure) {
        Reading<Double> reading = figure.reading();
        Optional<String> words = Optional.of(reading.words());
        return new FigurePart(
                figure.subject(),
                figure.quantity().id(),
                figure.quantity().unit().symbol(),
                reading.optional(),
                words.filter(any -> reading.isKnown()),
                words.filter(any -> !reading.isKnown()));
    }

    static Usage usage(UsagePart part) {
        return new Usage(
                AttemptParser.duration(part.spanMs()),
                part.inferences(),
                part.figures().stream().flatMap(UsageParts::figure).toList(),
                new Throttling(
                        part.causes().stream()
                                .map(cause -> new Throttling.Cause(cause.kind(), cause.detail()))
                                .toList(),
                        part.watched(),
                        part.unwatched()));
    }

    /** None for a quantity of a newer build. */
    private static Stream<UsageFigure> figure(FigurePart part) {
        Reading<Double> reading = part.value()
                .<Reading<Double>>map(
                        value -> Reading.known(value, part.source().orElse("")))
                .orElseGet(() -> Reading.unknown(part.reason().orElse("")));
        return Quantity.ofId(part.quantity()).stream()
                .map(quantity -> new UsageFigure(part.subject(), quantity, reading));
    }
}
