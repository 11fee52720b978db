package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.workers.ledger.JobState;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;

/** Jobs that wait for what will never be. Stateless; reads the book under the desk's lock. */
final class Hopeless {
    private Hopeless() {}

    /** Jobs whose forerunner has failed or was cancelled, and those that nobody can place, as failed ones. */
    static List<JobEntry> of(List<JobEntry> waiting, Book book) {
        return waiting.stream()
                .flatMap(entry -> unplaceable(entry)
                        .or(() -> forerunner(entry, book))
                        .map(why -> entry.to(JobState.FAILED, Optional.of(why)))
                        .stream())
                .toList();
    }

    private static Optional<Failure> forerunner(JobEntry entry, Book book) {
        return entry.request().after().stream()
                .flatMap(id -> book.job(id).stream())
                .filter(one -> one.state().isOver() && one.state() != JobState.DONE)
                .findFirst()
                .map(one -> Failure.of(
                        ErrorCode.NOTHING_LEFT_TO_RUN,
                        "%s, which comes before it, was not done"
                                .formatted(one.request().id())));
    }

    /** Why the scheduler cannot reckon with it; it must not keep others from being placed. */
    private static Optional<Failure> unplaceable(JobEntry entry) {
        try {
            Rounds.job(entry);
            return Optional.empty();
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            return Optional.of(Failure.of(
                    ErrorCode.COORDINATOR_REFUSED,
                    "%s cannot be placed: %s".formatted(entry.request().id(), e.getMessage())));
        }
    }
}
