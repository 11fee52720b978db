package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Predictions of another history on their way into this one. Stateless. */
final class ImportedPredictions {
    private ImportedPredictions() {}

    /** @throws BasculeException RECORD_INVALID where one is none, or of a time to come */
    static void refuseDoubtful(Path source, DuckDbHistory from, Instant now) {
        Optional<String> doubt;
        try {
            doubt = from.predictions().stream()
                    .filter(one -> one.at().isAfter(now))
                    .findFirst()
                    .map(one -> "one was made at %s, which is to come".formatted(one.at()));
        } catch (IllegalArgumentException e) {
            doubt = Optional.of(String.valueOf(e.getMessage()));
        }
        if (doubt.isPresent()) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s cannot be imported: its predictions are none: %s".formatted(source, doubt.get()));
        }
    }

    /** Those that are not here. */
    static void take(DuckDbHistory from, DuckDbHistory to) {
        // One that was made here and comes back from a copy of this history is known.
        Set<MadePrediction> here =
                to.predictions().stream().map(MadePrediction::asImported).collect(Collectors.toSet());
        to.takePredictions(from.predictions().stream()
                .map(MadePrediction::asImported)
                .filter(one -> !here.contains(one))
                .toList());
    }
}
