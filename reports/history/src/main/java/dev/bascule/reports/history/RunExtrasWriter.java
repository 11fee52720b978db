package dev.bascule.reports.history;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.run.ModelSupply;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.UnrunCell;
import java.sql.SQLException;

/** A writer of what a run came to beside its cells: those that it did not come to, and its models. Belongs to one thread. */
record RunExtrasWriter(Appenders tables) {

    void write(RunRecord run) throws SQLException {
        int position = 0;
        for (UnrunCell cell : run.extent().notRun()) {
            tables.of("unrun_cells")
                    .row()
                    .add(run.id())
                    .add(position++)
                    .add(cell.caseId().toString())
                    .add(cell.chain().first().side())
                    .add(cell.chain().rungs().stream().map(Backend::id).toList())
                    .add(cell.browsers())
                    .text(cell.why())
                    .end();
        }
        position = 0;
        for (ModelSupply supply : run.models()) {
            tables.of("run_models")
                    .row()
                    .add(run.id())
                    .add(position++)
                    .add(supply.reference())
                    .add(supply.sha256())
                    .duration(supply.download())
                    .text(supply.reason())
                    .end();
        }
    }
}
