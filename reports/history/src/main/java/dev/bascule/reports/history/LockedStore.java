package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who holds a history that another wants to open. Stateless. */
public final class LockedStore {
    private static final Pattern PID = Pattern.compile("\\(PID (\\d+)\\)\\z");

    private LockedStore() {}

    /** The process that holds it, where that is why it cannot be opened and the database tells. */
    public static Optional<Long> holder(BasculeException error) {
        if (error.code() != ErrorCode.STORE_LOCKED) {
            return Optional.empty();
        }
        Matcher named = PID.matcher(String.valueOf(error.getMessage()));
        return named.find() ? Optional.of(Long.parseLong(named.group(1))) : Optional.empty();
    }
}
