package dev.bascule.reports.history;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Writes scenarios and their figures.
 *
 * @param tables where to
 * @param dimensions what knows targets
 */
record ScenarioWriter(AttemptDetails.Tables tables, Dimensions dimensions) {

    void write(long id, String runId, int position, ScenarioRun run) throws SQLException {
        Optional<Failure> failure = run.failure();
        TableAppender row = tables.of("scenarios")
                .row()
                .add(id)
                .add(runId)
                .add(position)
                .add(run.scenario())
                .add(run.caseId().toString())
                .add(run.modelName())
                .add(dimensions.target(run.target()))
                .add(run.verdict())
                .add(run.span().startedAt())
                .add(run.span().elapsed())
                .add(run.observed().notes())
                .add(run.reproduce())
                .text(failure.map(why -> why.code().name()))
                .text(failure.map(why -> why.code().severity().name()))
                .text(failure.map(why -> why.code().category().name()))
                .text(failure.map(Failure::message));
        Optional<List<String>> remedies = failure.map(Failure::remedies);
        (remedies.isPresent() ? row.add(remedies.get()) : row.none()).end();
        int place = 0;
        for (Figure figure : run.observed().figures()) {
            tables.of("figures")
                    .row()
                    .add(id)
                    .add(place++)
                    .add(figure.name())
                    .add(figure.unit())
                    .reals(figure.samples())
                    .real(figure.value())
                    .real(figure.interval().map(Interval::low))
                    .real(figure.interval().map(Interval::high))
                    .end();
        }
    }
}
