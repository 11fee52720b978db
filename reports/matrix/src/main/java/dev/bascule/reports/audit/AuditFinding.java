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
public record AuditFinding(String where, String what) {
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
    public static void refuse(String name, List<AuditFinding> findings) {
        if (!findings.isEmpty()) {
            String more = findings.size() > SHOWN ? "; and %d more".formatted(findings.size() - SHOWN) : "";
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s says what cannot be so: %s%s"
                            .formatted(
                                    name,
                                    findings.stream()
                                            .limit(SHOWN)
                                            .map(AuditFinding::toString)
                                            .collect(Collectors.joining("; ")),
                                    more));
        }
    }
}
