package dev.bascule.bridge.dashboard.job;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.RunRecord;
import java.util.List;

/** What the dashboard needs of the floor above to start runs. Thread-safe. */
public interface RunStarter {

    /** What there is to choose from. May take a moment: it looks for browsers. */
    Catalog catalog();

    /**
     * Checks a request by the rules of the command line.
     *
     * @throws dev.bascule.fallback.error.BasculeException where it makes no sense, naming the nearest known word
     */
    Work check(JobRequest request);

    /** What is to be run. Used once, by one thread. */
    interface Work {

        /** Of the run that it becomes. */
        String runId();

        Plan plan();

        /**
         * Runs it. When the thread is interrupted it stops at once, and returns what was measured so far with the thread's
         * interrupt flag set.
         */
        RunRecord run(Listener listener);

        /**
         * Writes the reports of what came of it; called when the history has it, or cannot take it.
         *
         * @return the file that has all of it
         */
        String report(RunRecord record);
    }

    /**
     * What it comes to.
     *
     * @param suite the suite's name
     * @param command the command line that does the same
     * @param cases one for each case and chain
     */
    record Plan(String suite, String command, List<PlannedCase> cases) {
        public Plan {
            cases = List.copyOf(cases);
        }
    }

    /** A case on a chain, before anybody knows on how many browsers. */
    record PlannedCase(String caseId, List<String> chain) {}

    /** Hears how it gets on; called from one thread at a time, must return soon. */
    interface Listener {

        /** So many cells are going to be run. */
        void planned(int cells);

        void started(CaseId caseId, Chain chain);

        void finished(CaseId caseId, Chain chain, CaseRun run);

        /** A cell that had failed was tried again. */
        void retried(CaseId caseId, Chain chain, CaseRun run);

        /** What the product is doing now. */
        void phase(String activity);

        /** Something that whoever watches should know. */
        void note(String text);
    }
}
