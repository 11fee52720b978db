package dev.bascule.reports.history;

import dev.bascule.fallback.run.RunId;

/**
 * A case run by the run that it is in and its place there, from 0: unlike the numbers of a database's rows it stays the same
 * when histories are copied and merged.
 */
public record CaseRunRef(String runId, int position) {

    public CaseRunRef {
        RunId.require(runId);
        if (position < 0) {
            throw new IllegalArgumentException("a case run at position " + position);
        }
    }

    @Override
    public String toString() {
        return runId + ":" + position;
    }
}
