package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocument;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.CaseRunRef;
import dev.bascule.reports.history.RunHeading;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellKey;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One cell with everything that is known of it: attempts, evidence, raw samples. Thread-safe. */
public final class CellRoutes {
    private final WatchedHistory history;
    private final RunIndex runs;
    private final EntityTags tags;

    public CellRoutes(WatchedHistory history, RunIndex runs, EntityTags tags) {
        this.history = history;
        this.runs = runs;
        this.tags = tags;
    }

    public List<Route> routes() {
        return List.of(Route.get("/cells/{id}", Access.READ, this::cell));
    }

    /**
     * A cell.
     *
     * @param row key of its row in the matrix
     * @param column key of its column, the machine left out
     * @param run the run that it is from
     * @param targets those of its attempts
     * @param cell as in run.json
     */
    record CellAnswer(
            String id,
            String row,
            String column,
            RunAnswer run,
            RunDocument.MachinePart machine,
            List<RunDocument.TargetPart> targets,
            RunDocument.CellPart cell) {}

    private void cell(Context context, Caller caller) throws IOException {
        CaseRunRef ref = CellIds.parse(context.pathParam("id"));
        String id = CellIds.text(ref);
        Responses.tagged(context, tags.of(id), () -> answer(id, ref));
    }

    private CellAnswer answer(String id, CaseRunRef ref) {
        RunHeading run = runs.find(ref.runId()).orElseThrow(() -> CellIds.unknown(id));
        CaseResult caseResult = history.caseRun(ref).orElseThrow(() -> CellIds.unknown(id));
        RunDocument document = RunDocuments.of(alone(run, caseResult));
        CellKey key = CellKey.of(caseResult.run());
        return new CellAnswer(
                id,
                key.row(),
                key.column(),
                RunAnswer.of(run),
                document.machine(),
                document.targets(),
                document.cells().get(0));
    }

    /**
     * A run of this cell, of the one that its speed is compared with, and of those that measured what it shows; of the run itself
     * only what its heading says.
     */
    private static RunRecord alone(RunHeading run, CaseResult caseResult) {
        Stream<CaseRun> others = Stream.concat(caseResult.nativeCpu().stream(), caseResult.sharedWith().stream())
                .filter(other -> !other.equals(caseResult.run()))
                .distinct();
        return new RunRecord(
                new Invocation(run.id(), run.suite(), "", 0, run.command()),
                new RunRecord.Times(run.startedAt(), run.startedAt().plus(run.elapsed()), Map.of()),
                caseResult.machine(),
                new RunRecord.Extent(Optional.empty(), run.interrupted(), List.of()),
                Stream.concat(Stream.of(caseResult.run()), others).toList(),
                List.of());
    }
}
