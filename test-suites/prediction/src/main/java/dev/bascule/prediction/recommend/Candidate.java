package dev.bascule.prediction.recommend;

import dev.bascule.prediction.data.TargetKey;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A model on a target, with what is known of it there. Immutable.
 *
 * @param figures by quantity, those that were asked about; none of one that fails
 * @param measuring what measures it
 */
public record Candidate(
        CandidateModel model, TargetKey target, Standing standing, Map<Quantity, Figure> figures, Remedy measuring) {

    public Candidate {
        Map<Quantity, Figure> own = new EnumMap<>(Quantity.class);
        own.putAll(figures);
        figures = Collections.unmodifiableMap(own);
    }

    public Optional<Figure> figure(Quantity quantity) {
        return Optional.ofNullable(figures.get(quantity));
    }

    /** Its median, measured or else predicted. */
    public OptionalDouble median() {
        Figure figure = figures.get(Quantity.MEDIAN);
        if (figure instanceof Figure.Measured measured) {
            return OptionalDouble.of(measured.value());
        }
        return figure instanceof Figure.Predicted predicted ? predicted.middle() : OptionalDouble.empty();
    }
}
