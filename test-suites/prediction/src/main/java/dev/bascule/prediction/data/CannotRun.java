package dev.bascule.prediction.data;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.reports.history.TimedAttempt;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where models cannot run, as their newest attempts ended: a reason there, and no number. Immutable. */
public final class CannotRun {
    private static final Set<Outcome> CANNOT =
            Set.of(Outcome.UNSUPPORTED, Outcome.COMPILE_FAILED, Outcome.OUT_OF_MEMORY, Outcome.WRONG, Outcome.CRASHED);

    private final Map<Place, End> newest;

    private record Place(String sha256, String machine, String target) {}

    private record End(Instant at, Outcome outcome) {}

    private CannotRun(Map<Place, End> newest) {
        this.newest = Map.copyOf(newest);
    }

    /** Of a history's attempts, in any order. */
    public static CannotRun of(List<TimedAttempt> attempts) {
        Map<Place, End> newest = new HashMap<>();
        for (TimedAttempt attempt : attempts) {
            newest.merge(
                    new Place(
                            attempt.subject().sha256(),
                            attempt.origin().machine(),
                            attempt.target().id()),
                    new End(attempt.origin().startedAt(), attempt.outcome()),
                    (one, other) -> other.at().isBefore(one.at()) ? one : other);
        }
        return new CannotRun(newest);
    }

    /** How a model's newest attempt on a target ended, if it cannot run there. */
    public Optional<String> why(String sha256, TargetKey target) {
        return Optional.ofNullable(newest.get(new Place(sha256, target.machine(), target.target())))
                .filter(end -> CANNOT.contains(end.outcome()))
                .map(end -> "cannot run: it was %s there on %s"
                        .formatted(
                                end.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                LocalDate.ofInstant(end.at(), ZoneOffset.UTC)));
    }
}
