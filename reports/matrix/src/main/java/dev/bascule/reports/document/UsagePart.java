package dev.bascule.reports.document;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.bascule.fallback.usage.Throttling;
import java.util.List;
import java.util.Optional;

/**
 * What the timed inferences of an attempt cost the machine.
 *
 * @param spanMs wall clock of the measured blocks together
 * @param throttled whether something held the machine back; null where nothing could be watched
 */
public record UsagePart(
        double spanMs,
        long inferences,
        Optional<Boolean> throttled,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<CausePart> causes,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> watched,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> unwatched,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<FigurePart> figures) {

    public record CausePart(Throttling.Kind kind, String detail) {}

    /**
     * @param value null where it is unknown; then reason says why, else source says which counter
     */
    public record FigurePart(
            String subject,
            String quantity,
            String unit,
            Optional<Double> value,
            Optional<String> source,
            Optional<String> reason) {}
}
