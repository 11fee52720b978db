package dev.bascule.cli;

import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.QueryResult;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.RunHeading;
import dev.bascule.reports.matrix.Sighting;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * One history for several runs at once: open while one of them needs it, and shut in between, so that others may read it.
 * Thread-safe.
 */
final class SharedHistory {
    private final Supplier<CompletableFuture<History>> opener;
    private Optional<CompletableFuture<History>> opened = Optional.empty();
    private int users;

    SharedHistory(Supplier<CompletableFuture<History>> opener) {
        this.opener = opener;
    }

    /** The history for one run, which closes it when it is done. */
    synchronized CompletableFuture<History> lease() {
        CompletableFuture<History> shared = opened.orElseGet(opener);
        opened = Optional.of(shared);
        users++;
        CompletableFuture<History> lease = shared.thenApply(Lease::new);
        return lease.whenComplete((given, failed) -> {
            if (failed != null) {
                release(Optional.empty());
            }
        });
    }

    private synchronized void release(Optional<History> history) {
        users--;
        if (users == 0) {
            opened = Optional.empty();
            history.ifPresent(History::close);
        }
    }

    private final class Lease implements History {
        private final History history;
        private final AtomicBoolean given = new AtomicBoolean(true);

        private Lease(History history) {
            this.history = history;
        }

        @Override
        public void append(RunRecord run) {
            history.append(run);
        }

        @Override
        public List<RunHeading> runs(RunFilter filter) {
            return history.runs(filter);
        }

        @Override
        public Optional<RunRecord> find(String idOrPrefix) {
            return history.find(idOrPrefix);
        }

        @Override
        public List<Sighting> latestCells(RunFilter filter) {
            return history.latestCells(filter);
        }

        @Override
        public QueryResult query(String sql) {
            return history.query(sql);
        }

        @Override
        public void close() {
            if (given.getAndSet(false)) {
                release(Optional.of(history));
            }
        }
    }
}
