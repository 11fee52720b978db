package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.quantization.QuantizationRun;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Quantisations of another history on their way into this one. Stateless. */
final class ImportedQuantizations {
    private ImportedQuantizations() {}

    /** @throws BasculeException RECORD_INVALID where one is none, or of a time to come */
    static void refuseDoubtful(Path source, DuckDbHistory from, Instant now) {
        Optional<String> doubt;
        try {
            doubt = from.quantizations().stream()
                    .filter(one -> one.at().isAfter(now))
                    .findFirst()
                    .map(one -> "%s was made at %s, which is to come".formatted(one.command(), one.at()));
            from.quantizations().forEach(one -> from.quantization(one.command()));
        } catch (IllegalArgumentException e) {
            doubt = Optional.of(String.valueOf(e.getMessage()));
        }
        if (doubt.isPresent()) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s cannot be imported: its quantisations are none: %s".formatted(source, doubt.get()));
        }
    }

    /** @throws BasculeException STORE_CONFLICT for one that is here with other contents */
    static void refuseConflicts(Path source, DuckDbHistory from, DuckDbHistory to) {
        from.quantizations().forEach(heading -> missing(source, from, to, heading.command()));
    }

    /** Those that are not here. */
    static void take(Path source, DuckDbHistory from, DuckDbHistory to) {
        for (QuantizationHeading heading : from.quantizations()) {
            missing(source, from, to, heading.command()).ifPresent(to::keepQuantization);
        }
    }

    private static Optional<QuantizationRun> missing(
            Path source, DuckDbHistory from, DuckDbHistory to, String command) {
        Optional<QuantizationRun> theirs = from.quantization(command).map(QuantizationRun::asImported);
        Optional<QuantizationRun> here = to.quantization(command).map(QuantizationRun::asImported);
        if (here.isEmpty()) {
            return theirs;
        }
        if (!here.equals(theirs)) {
            throw new BasculeException(
                    ErrorCode.STORE_CONFLICT,
                    "quantisation %s of %s is another than that of its id here".formatted(command, source));
        }
        return Optional.empty();
    }
}
