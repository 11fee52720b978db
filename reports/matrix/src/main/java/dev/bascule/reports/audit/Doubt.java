package dev.bascule.reports.audit;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Something that a record says and that cannot be so.
 *
 * @param where the run or cell
 * @param what the field, what it says, and what is so instead
 */
public record Doubt(String where, String what) {
    private static final int SHOWN = 5;

    @Override
    public String toString() {
        return where + ": " + what;
    }

    /**
     * Refuses what came from outside where anything of it is in doubt.
     *
     * @param name of the file, for the error
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID} that names the first doubts and counts the others
     */
    public static void refuse(String name, List<Doubt> doubts) {
        if (!doubts.isEmpty()) {
            String more = doubts.size() > SHOWN ? "; and %d more".formatted(doubts.size() - SHOWN) : "";
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s says what cannot be so: %s%s"
                            .formatted(
                                    name,
                                    doubts.stream()
                                            .limit(SHOWN)
                                            .map(Doubt::toString)
                                            .collect(Collectors.joining("; ")),
                                    more));
        }
    }
}
