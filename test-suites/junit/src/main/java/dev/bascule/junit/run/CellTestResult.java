package dev.bascule.junit.run;

import dev.bascule.fallback.attempt.CaseRun;

/**
 * What a cell comes to as a test.
 */
public sealed interface CellTestResult {

    CaseRun run();

    /** Right, as far as anything was expected. */
    record Passed(CaseRun run) implements CellTestResult {}

    /** Neither right nor wrong: it says nothing, or came out as it is known to. */
    record Aborted(CaseRun run, String reason) implements CellTestResult {}

    /**
     * Not as expected.
     *
     * @param expected what was expected, for people
     * @param message what happened, what to do about it, and the line that repeats it
     */
    record Failed(CaseRun run, String expected, String message) implements CellTestResult {}
}
