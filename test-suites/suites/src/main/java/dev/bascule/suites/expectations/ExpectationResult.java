package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.CaseRun;

/** A cell held against what was expected of it. */
public sealed interface ExpectationResult {

    CaseRun run();

    /** It came out as expected: listed so, or not listed and no failure. */
    record AsExpected(CaseRun run, boolean listed) implements ExpectationResult {}

    /**
     * It failed and is not listed, or came out otherwise than it is listed.
     *
     * @param expected what was expected, for people
     */
    record UnexpectedFailure(CaseRun run, String expected) implements ExpectationResult {
        /** What is expected of whatever is not listed. */
        public static final String NOTHING = "no failure";
    }

    /**
     * It is listed as failing, and came out right.
     *
     * @param expected what was expected, for people
     * @param obsolete what of the file no longer holds
     */
    record UnexpectedPass(CaseRun run, String expected, ObsoletePattern obsolete) implements ExpectationResult {}
}
