package dev.bascule.reports.export;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.KnownFailures;

/** The run document: all there is to know of a run, for programs. Stateless. */
final class JsonReporter implements Reporter {
    private final ElsewhereCosts costs;

    JsonReporter() {
        this(ElsewhereCosts.NONE);
    }

    private JsonReporter(ElsewhereCosts costs) {
        this.costs = costs;
    }

    @Override
    public JsonReporter with(ElsewhereCosts other) {
        return new JsonReporter(other);
    }

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
        return RunDocuments.json(record, costs);
    }
}
