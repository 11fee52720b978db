package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.training.TrainingRun;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Trainings of another history on their way into this one. Stateless. */
final class ImportedTrainings {
    private ImportedTrainings() {}

    /** @throws BasculeException RECORD_INVALID where one is none, or of a time to come */
    static void refuseDoubtful(Path source, DuckDbHistory from, Instant now) {
        Optional<String> doubt;
        try {
            doubt = from.trainings().stream()
                    .filter(one -> one.at().isAfter(now))
                    .findFirst()
                    .map(one -> "%s was made at %s, which is to come".formatted(one.command(), one.at()));
            from.trainings().forEach(one -> from.training(one.command()));
        } catch (IllegalArgumentException e) {
            doubt = Optional.of(String.valueOf(e.getMessage()));
        }
        if (doubt.isPresent()) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s cannot be imported: its trainings are none: %s".formatted(source, doubt.get()));
        }
    }

    /** @throws BasculeException STORE_CONFLICT for one that is here with other contents */
    static void refuseConflicts(Path source, DuckDbHistory from, DuckDbHistory to) {
        from.trainings().forEach(heading -> missing(source, from, to, heading.command()));
    }

    /** Those that are not here. */
    static void take(Path source, DuckDbHistory from, DuckDbHistory to) {
        for (TrainingHeading heading : from.trainings()) {
            to.keepTrainings(missing(source, from, to, heading.command()));
        }
    }

    private static List<TrainingRun> missing(Path source, DuckDbHistory from, DuckDbHistory to, String command) {
        List<TrainingRun> theirs =
                from.training(command).stream().map(TrainingRun::asImported).toList();
        List<TrainingRun> here =
                to.training(command).stream().map(TrainingRun::asImported).toList();
        if (here.isEmpty()) {
            return theirs;
        }
        if (!here.equals(theirs)) {
            throw new BasculeException(
                    ErrorCode.STORE_CONFLICT,
                    "training %s of %s is another than that of its id here".formatted(command, source));
        }
        return List.of();
    }
}
