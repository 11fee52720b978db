package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.matrix.KnownFailures;

/** The run document: all there is to know of a run, for programs. Stateless. */
final class JsonReporter implements Reporter {

    @Override
    public String id() {
        return "json";
    }

    @Override
    public String fileName() {
        return "run.json";
    }

    @Override
    public String render(RunRecord record, KnownFailures known) {
        return RunDocuments.json(record);
    }
}
