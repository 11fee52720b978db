package dev.bascule.workers.coordinator;

import dev.bascule.workers.ledger.AttemptStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets runs that have been over for long, with their files: at the start, and once a day, or as often as they are kept for. One thread's. */
final class Pruner {
    private static final Logger LOG = LoggerFactory.getLogger(Pruner.class);
    private static final Duration SELDOM = Duration.ofDays(1);
    /** Where it failed, such as where the disk is full. */
    private static final Duration AGAIN = Duration.ofHours(1);

    private final Desk desk;
    private final FileStore blobs;
    private final FileStore results;
    private final Fetched fetched;
    private final Duration keep;
    private final Clock clock;
    private final LongSupplier nanos;
    private final Duration every;
    private long looked;
    private Duration pause = Duration.ZERO;

    /** @param nanos goes on evenly, also where somebody sets the clock */
    Pruner(
            Desk desk,
            FileStore blobs,
            FileStore results,
            Fetched fetched,
            Duration keep,
            Clock clock,
            LongSupplier nanos) {
        this.desk = desk;
        this.blobs = blobs;
        this.results = results;
        this.fetched = fetched;
        this.keep = keep;
        this.clock = clock;
        this.nanos = nanos;
        this.every = shorter(keep, SELDOM);
        this.looked = nanos.getAsLong();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Does it where it is due. */
    void look() {
        if (nanos.getAsLong() - looked < pause.toNanos()) {
            return;
        }
        looked = nanos.getAsLong();
        pause = shorter(every, AGAIN);
        Instant before = clock.instant().minus(keep);
        List<JobEntry> gone = desk.forget(before);
        for (JobEntry entry : gone) {
            for (AttemptStatus attempt : entry.attempts()) {
                fetched.forget(entry.request().id(), attempt.number());
            }
        }
        // By their own age too: what was kept a moment ago may not be in the ledger yet.
        int files = results.removeOlder(before, () -> desk.with(Needed::allResults))
                + blobs.removeOlder(before, () -> desk.with(Needed::blobs));
        if (!gone.isEmpty() || files > 0) {
            LOG.info(
                    "{} jobs of runs that were over before {} are forgotten, {} files are gone",
                    gone.size(),
                    before,
                    files);
        }
        // What a former look could not.
        fetched.keepOnly(() -> desk.with(Needed::allAttempts));
        pause = every;
    }
}
