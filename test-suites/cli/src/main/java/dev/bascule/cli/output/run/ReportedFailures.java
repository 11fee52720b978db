package dev.bascule.cli.output.run;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.error.Failure;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The reasons that a reader has seen and where, so that one that ails many cells is said once. For one thread at a time. */
final class ReportedFailures {
    private record Kind(ErrorCode code, String words) {}

    private final Map<Kind, String> told = new HashMap<>();

    /**
     * {@code : MESSAGE} the first time, and then {@code , as in PLACE} of the first time.
     *
     * @param place what the reader finds the line by
     */
    String words(Failure failure, String place) {
        Optional<String> before = Optional.ofNullable(
                told.putIfAbsent(new Kind(failure.code(), ErrorCollector.words(failure.message())), place));
        return before.map(first -> ", as in " + first).orElseGet(() -> ": " + failure.message());
    }
}
