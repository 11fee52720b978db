package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.Optional;

/** Who holds a history that another wants to open. Stateless. */
public final class LockedStore {
    private LockedStore() {}

    /** The process that holds it, where that is why it cannot be opened and the database tells. */
    public static Optional<Long> holder(BasculeException error) {
        return error.code() == ErrorCode.STORE_LOCKED && error.getCause() instanceof Exception cause
                ? DuckDbFile.holder(cause)
                : Optional.empty();
    }
}
