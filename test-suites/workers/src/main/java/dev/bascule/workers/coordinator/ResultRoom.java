package dev.bascule.workers.coordinator;

import java.time.Duration;
import java.util.function.LongSupplier;

/** For how many results there is room: the desk places no more jobs than that. One thread's. */
final class ResultRoom {
    /** Where it is full, files are looked through so often. */
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Desk desk;
    private final FileStore results;
    private final Fetched fetched;
    private final long each;
    private final LongSupplier nanos;
    private long looked;

    ResultRoom(Desk desk, FileStore results, Fetched fetched, PoolLimits limits, LongSupplier nanos) {
        this.desk = desk;
        this.results = results;
        this.fetched = fetched;
        this.each = limits.resultBytes();
        this.nanos = nanos;
        this.looked = nanos.getAsLong() - EVERY.toNanos();
    }

    /** Of the greatest that may come. Not under the desk's lock, which those take who hold that of the files. */
    long look() {
        long wanted = desk.underWayAtMost() * each;
        if (results.left() < wanted && nanos.getAsLong() - looked >= EVERY.toNanos()) {
            looked = nanos.getAsLong();
            results.makeRoom(wanted, () -> desk.with(book -> Needed.results(book, fetched)));
        }
        return results.left() / each;
    }
}
