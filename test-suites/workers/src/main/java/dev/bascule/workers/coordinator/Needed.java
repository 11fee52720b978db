package dev.bascule.workers.coordinator;

import dev.bascule.workers.job.Blob;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.wire.AttemptKey;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Files that must stay. Stateless. */
final class Needed {
    private Needed() {}

    /** Of jobs that are not over. */
    static Set<String> blobs(Book book) {
        return book.all().stream()
                .filter(entry -> !entry.state().isOver())
                .flatMap(entry -> entry.request().blobs().stream())
                .map(Blob::sha256)
                .collect(Collectors.toSet());
    }

    /** Of runs of which a job is not over, and those that nobody fetched yet. */
    static Set<String> results(Book book, Fetched fetched) {
        Set<String> open = book.all().stream()
                .filter(entry -> !entry.state().isOver())
                .map(entry -> entry.request().run())
                .collect(Collectors.toSet());
        return book.all().stream()
                .flatMap(entry -> entry.attempts().stream()
                        .filter(attempt -> attempt.result().isPresent())
                        .filter(attempt -> open.contains(entry.request().run())
                                || !fetched.has(entry.request().id(), attempt.number())))
                .flatMap(attempt -> attempt.result().stream())
                .collect(Collectors.toSet());
    }

    /** All that the ledger has. */
    static Set<AttemptKey> allAttempts(Book book) {
        return book.all().stream()
                .flatMap(entry -> entry.attempts().stream()
                        .map(attempt -> new AttemptKey(entry.request().id(), attempt.number())))
                .collect(Collectors.toSet());
    }

    /** Of all that the ledger has. */
    static Set<String> allResults(Book book) {
        return book.all().stream()
                .flatMap(entry -> entry.attempts().stream())
                .map(AttemptStatus::result)
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
    }
}
