package dev.bascule.workers.worker;

import dev.bascule.fallback.error.Failure;
import java.util.List;

/** Failures short enough to be sent as a message's head. Stateless. */
final class ShortFailure {
    private static final int MOST = 4000;
    private static final int REMEDIES = 5;

    private ShortFailure() {}

    static Failure of(Failure failure) {
        List<String> remedies = failure.remedies().stream()
                .limit(REMEDIES)
                .map(ShortFailure::cut)
                .toList();
        return new Failure(failure.code(), cut(failure.message()), remedies);
    }

    private static String cut(String text) {
        return text.length() <= MOST ? text : text.substring(0, MOST) + "…";
    }
}
