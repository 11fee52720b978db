package dev.bascule.execution.service;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import java.util.List;

/** Hears how a run gets on. Called from one thread at a time; must return soon and never throw. */
public interface RunListener {

    /** Everything is ready, and so many cells are going to be run. */
    default void planned(int cells) {}

    /** A cell begins. */
    default void started(Cell cell) {}

    /** A cell has ended. */
    default void finished(Cell cell, CaseRun run) {}

    /** A cell that had failed was tried again in a clean browser or process. */
    default void retried(Cell cell, CaseRun run) {}

    /** What other cells showed took something of a cell back that had ended, or added advice to it. */
    default void amended(Cell cell, CaseRun run) {}

    /** What the cell that is running gave was found right. */
    default void right(RightOutputs outputs) {}

    /** Whom a run waits for before it begins, or why it cannot. */
    default void waiting(String why) {
        phase(why);
    }

    /** What the product is doing now, such as {@code starting browsers}. */
    default void phase(String activity) {}

    /** Something the user should know, which is no failure. */
    default void note(String text) {}

    /**
     * A case on a chain.
     *
     * @param browsers names of the browsers that it runs in; none for a native chain, or where nobody said
     */
    record Cell(CaseId caseId, Chain chain, List<String> browsers) {

        public Cell {
            browsers = List.copyOf(browsers);
        }

        public Cell(CaseId caseId, Chain chain) {
            this(caseId, chain, List.of());
        }

        @Override
        public String toString() {
            return caseId + " on " + chain;
        }
    }

    /** Hears nothing. */
    static RunListener silent() {
        return new RunListener() {};
    }
}
