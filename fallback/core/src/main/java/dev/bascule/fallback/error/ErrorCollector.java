package dev.bascule.fallback.error;

import java.time.Clock;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Collects failures: what fails twice at one place in the same words, but for numbers, is one entry that counts. Thread-safe.
 */
public final class ErrorCollector implements ErrorSink {
    /** Process ids, addresses, sizes and times, which differ each time. */
    private static final Pattern NUMBERS = Pattern.compile("0x[0-9a-fA-F]+|\\d+");

    private final Clock clock;
    private final Map<Key, CollectedError> errors = new LinkedHashMap<>();

    public ErrorCollector(Clock clock) {
        this.clock = clock;
    }

    private record Key(ErrorPlace place, ErrorCode code, String words) {}

    /** A message without its numbers: equal for what fails twice in one way. */
    public static String words(String message) {
        return NUMBERS.matcher(message).replaceAll("#");
    }

    @Override
    public synchronized void report(ErrorPlace place, Failure failure) {
        Key key = new Key(place, failure.code(), words(failure.message()));
        errors.merge(
                key,
                CollectedError.once(place, failure, clock.instant()),
                (known, fresh) -> known.again(fresh.first()));
    }

    /** All so far, the gravest first, then as they came. */
    public synchronized List<CollectedError> all() {
        return errors.values().stream()
                .sorted(Comparator.comparing(error -> error.failure().code().severity()))
                .toList();
    }
}
