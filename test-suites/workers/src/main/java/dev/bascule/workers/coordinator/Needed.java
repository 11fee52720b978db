package dev.bascule.workers.coordinator;

import dev.bascule.workers.job.Blob;
import dev.bascule.workers.ledger.AttemptStatus;
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

    /** Of runs of which a job is not over: their submitters may not have them yet. */
    static Set<String> results(Book book) {
        Set<String> open = book.all().stream()
                .filter(entry -> !entry.state().isOver())
                .map(entry -> entry.request().run())
                .collect(Collectors.toSet());
        return book.all().stream()
                .filter(entry -> open.contains(entry.request().run()))
                .flatMap(entry -> entry.attempts().stream())
                .map(AttemptStatus::result)
                .flatMap(result -> result.stream())
                .collect(Collectors.toSet());
    }
}
