package dev.bascule.studies.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How long a target may be asked one sample after the other. The first one is always asked. Starts when it is made. Belongs to one
 * thread.
 */
final class AskingLimit {
    private final LongSupplier nanos;
    private final Duration limit;
    private final long start;

    AskingLimit(LongSupplier nanos, Duration limit) {
        this.nanos = nanos;
        this.limit = limit;
        this.start = nanos.getAsLong();
    }

    boolean isOver() {
        return Duration.ofNanos(nanos.getAsLong() - start).compareTo(limit) >= 0;
    }

    /** That fewer were asked than there are; empty where all were. */
    static Optional<String> note(int asked, int samples, Duration limit) {
        return asked < samples
                ? Optional.of(
                        "%d of %d samples were asked: the time limit of %d s was over; a longer --timeout asks more"
                                .formatted(asked, samples, limit.toSeconds()))
                : Optional.empty();
    }
}
