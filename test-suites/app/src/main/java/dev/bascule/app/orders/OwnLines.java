package dev.bascule.app.orders;

import dev.bascule.fallback.attempt.CaseRun;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines that reproduce a cell, of which a worker knows its own files only: with the submitter's in their place. Stateless. */
final class OwnLines {
    private static final Pattern NAMED = Pattern.compile("( (?:run|conformance) )('(?:[^']|'\\\\'')*'|\\S+)");
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private OwnLines() {}

    /** @param what the submitter names: a model, or a case's folder */
    static CaseRun with(CaseRun run, String what) {
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
