package dev.bascule.fallback.error;

import java.time.Instant;

/**
 * A failure as often as it happened at one place. Immutable.
 *
 * @param place where
 * @param failure in the words of the first time
 * @param count how often, at least once
 * @param first when it happened first
 * @param last when it happened last
 */
public record CollectedError(ErrorPlace place, Failure failure, int count, Instant first, Instant last) {

    public CollectedError {
        if (count < 1 || last.isBefore(first)) {
            throw new IllegalArgumentException("a failure that was collected has happened: " + count);
        }
    }

    /** Once. */
    public static CollectedError once(ErrorPlace place, Failure failure, Instant when) {
        return new CollectedError(place, failure, 1, when, when);
    }

    CollectedError again(Instant when) {
        return new CollectedError(place, failure, count + 1, first, when.isBefore(last) ? last : when);
    }
}
