package dev.bascule.app.orders;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines that reproduce a cell, of which a worker knows its own files only: with the submitter's in their place. Stateless. */
final class OwnLines {
    /** Possessive: it is matched without recursion, however much a worker quotes. */
    private static final Pattern NAMED = Pattern.compile("( (?:run|conformance) )('(?:[^']++|'\\\\'')*+'|\\S++)");

    /** Characters of a line; no system takes a longer one. */
    private static final int LONGEST = 1 << 17;

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private OwnLines() {}

    /**
     * @param what the submitter names: a model, or a case's folder
     * @throws BasculeException RECORD_INVALID for a line that is none
     */
    static CaseRun with(CaseRun run, String what) {
        if (run.reproduce().length() > LONGEST) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "a worker's line that reproduces a cell has %d characters"
                            .formatted(run.reproduce().length()),
                    "revoke that worker");
        }
        Matcher named = NAMED.matcher(run.reproduce());
        return new CaseRun(
                run.caseId(),
                run.model(),
                run.chain(),
                run.attempts(),
                run.retries(),
                run.fallBackOn(),
                run.fallbackCost(),
                named.replaceFirst("$1" + Matcher.quoteReplacement(quoted(what))),
                run.conditions());
    }

    private static String quoted(String word) {
        return SAFE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
