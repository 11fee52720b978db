package dev.bascule.fallback.usage;

import java.time.Duration;
import java.util.List;

/**
 * What the measured blocks of an attempt cost. Immutable.
 *
 * @param span wall clock of these blocks together, seen from outside of the runner
 * @param inferences timed in them
 * @param figures every figure that was looked for, each with its source or why it is unknown
 * @param throttling whether something held the machine back meanwhile
 */
public record Usage(Duration span, long inferences, List<UsageFigure> figures, Throttling throttling) {

    public Usage {
        figures = List.copyOf(figures);
    }

    public Reading<Double> reading(String subject, Quantity quantity) {
        return figures.stream()
                .filter(figure -> figure.subject().equals(subject) && figure.quantity() == quantity)
                .findFirst()
                .map(UsageFigure::reading)
                .orElseGet(() -> Reading.unknown("nobody looked for it"));
    }
}
