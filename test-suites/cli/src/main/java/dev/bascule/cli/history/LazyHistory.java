package dev.bascule.cli.history;

import dev.bascule.reports.history.History;
import java.util.Optional;
import java.util.function.Supplier;

/** A history that is opened when it is first asked for, and closed if it was. Belongs to one thread. */
final class LazyHistory implements Supplier<History>, AutoCloseable {
    private final Supplier<History> opener;
    private Optional<History> opened = Optional.empty();

    LazyHistory(Supplier<History> opener) {
        this.opener = opener;
    }

    @Override
    public History get() {
        History history = opened.orElseGet(opener);
        opened = Optional.of(history);
        return history;
    }

    @Override
    public void close() {
        opened.ifPresent(History::close);
    }
}
