package dev.bascule.studies.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
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

    /**
     * What a reader must know where not all were asked, of the target or of native CPU beside it.
     *
     * @param compared how many native CPU was asked; empty where there is nothing to compare with
     */
    static List<String> notes(int asked, int samples, OptionalInt compared, Duration limit) {
        List<String> notes = new ArrayList<>();
        if (asked < samples) {
            notes.add("%d of %d samples were asked: the time limit of %d s was over; a longer --timeout asks more"
                    .formatted(asked, samples, limit.toSeconds()));
        }
        compared.ifPresent(other -> {
            if (other < asked) {
                notes.add("compared with native CPU on %d of these %d alone: its time limit of %d s was over"
                        .formatted(other, asked, limit.toSeconds()));
            }
        });
        return notes;
    }
}
