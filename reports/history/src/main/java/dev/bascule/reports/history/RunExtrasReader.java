package dev.bascule.reports.history;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.ModelSupply;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.reports.matrix.KnownBackends;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The reader of what {@link RunExtrasWriter} wrote. Belongs to one thread. */
record RunExtrasReader(Handle handle) {

    List<UnrunCell> unrun(String runId) {
        return handle.createQuery("SELECT * FROM unrun_cells WHERE run_id = :id ORDER BY position")
                .bind("id", runId)
                .map((rows, context) -> {
                    Row row = new Row(rows);
                    Side side = row.constant(Side.class, "side");
                    return new UnrunCell(
                            CaseId.parse(row.text("case_id")),
                            new Chain(row.texts("chain").stream()
                                    .map(id -> KnownBackends.of(id, side))
                                    .toList()),
                            row.texts("browsers"),
                            row.optionalText("reason"));
                })
                .list();
    }

    List<ModelSupply> models(String runId) {
        return handle.createQuery("SELECT * FROM run_models WHERE run_id = :id ORDER BY position")
                .bind("id", runId)
                .map((rows, context) -> {
                    Row row = new Row(rows);
                    return new ModelSupply(
                            row.text("reference"),
                            row.text("sha256"),
                            row.optionalDuration("download_ns"),
                            row.optionalText("reason"));
                })
                .list();
    }
}
