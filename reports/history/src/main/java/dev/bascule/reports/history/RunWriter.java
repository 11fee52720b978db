package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.PairedBlocks;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.run.Tool;
import dev.bascule.reports.matrix.CellKey;
import dev.bascule.reports.matrix.NumberedAttempt;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/** Writes one run through appenders, within the caller's transaction. Belongs to one thread. */
final class RunWriter implements AutoCloseable {
    private final Appenders tables;
    private final Dimensions dimensions;
    private final CellTables cells;
    private long nextCaseRun;
    private long nextAttempt;
    private long nextDetection;
    private long nextScenario;

    RunWriter(Handle handle) throws SQLException {
        this.tables = new Appenders(handle);
        this.dimensions = new Dimensions(handle, tables);
        this.cells = new CellTables(handle, tables);
        this.nextCaseRun = next(handle, "case_runs");
        this.nextAttempt = next(handle, "attempts");
        this.nextDetection = next(handle, "detections");
        this.nextScenario = next(handle, "scenarios");
    }

    /** There is one writer, so the next number is one more than the last. */
    private static long next(Handle handle, String table) {
        return handle.createQuery("SELECT coalesce(max(id), 0) + 1 FROM " + table)
                .mapTo(Long.class)
                .one();
    }

    private TableAppender table(String name) throws SQLException {
        return tables.of(name);
    }

    void write(PreparedRuns.Prepared prepared) throws SQLException {
        RunRecord run = prepared.run();
        table("runs")
                .row()
                .add(run.id())
                .add(run.times().startedAt())
                .add(run.times().finishedAt())
                .add(run.invocation().suite())
                .add(run.invocation().suiteHash())
                .add(run.invocation().seed())
                .add(run.invocation().command())
                .add(run.extent().interrupted())
                .add(dimensions.machine(run.machine()))
                .text(run.provenance().tool().map(Tool::name))
                .text(run.provenance().tool().map(Tool::version))
                .add(run.provenance().origins().stream()
                        .sorted()
                        .map(RunOrigin::word)
                        .toList())
                .end();
        if (run.extent().selection().isPresent()) {
            writeSelection(run.id(), run.extent().selection().get());
        }
        int position = 0;
        for (var phase : run.times().elapsed().entrySet()) {
            table("run_phases")
                    .row()
                    .add(run.id())
                    .add(position++)
                    .add(phase.getKey())
                    .add(phase.getValue())
                    .end();
        }
        position = 0;
        List<Long> caseRunIds = new ArrayList<>();
        for (CaseRun caseRun : run.runs()) {
            caseRunIds.add(writeCase(run.id(), position++, caseRun));
        }
        cells.write(run.id(), prepared.cells(), caseRunIds);
        position = 0;
        ScenarioWriter scenarios = new ScenarioWriter(tables, dimensions);
        for (ScenarioRun scenario : run.scenarios()) {
            scenarios.write(nextScenario++, run.id(), position++, scenario);
        }
        position = 0;
        for (CollectedError error : run.errors()) {
            writeError(run.id(), position++, error);
        }
        new RunExtrasWriter(tables).write(run);
        for (DetectedHardware detection : DetectedHardware.in(run)) {
            table("detections")
                    .row()
                    .add(nextDetection++)
                    .add(run.id())
                    .add(detection.hardwareType())
                    .add(detection.available())
                    .text(detection.name())
                    .add(detection.features())
                    .end();
        }
    }

    private void writeError(String runId, int position, CollectedError error) throws SQLException {
        Failure failure = error.failure();
        table("run_errors")
                .row()
                .add(runId)
                .add(position)
                .add(error.place().component())
                .text(error.place().backend())
                .text(error.place().browser())
                .add(failure.code())
                .add(failure.code().severity())
                .add(failure.code().category())
                .add(failure.message())
                .add(failure.remedies())
                .add(error.count())
                .add(error.first())
                .add(error.last())
                .end();
    }

    private void writeSelection(String runId, Selection selection) throws SQLException {
        TableAppender row = table("selections")
                .row()
                .add(runId)
                .add(selection.cases())
                .add(selection.wholeHash())
                .add(selection.filters());
        if (selection.sample().isPresent()) {
            row.add(selection.sample().get());
        } else {
            row.none();
        }
        if (selection.shard().isPresent()) {
            Selection.Shard shard = selection.shard().get();
            row.add(shard.parts().stream().map(String::valueOf).toList()).add(shard.of());
        } else {
            row.none().none();
        }
        row.add(selection.shuffled()).end();
        int position = 0;
        for (Selection.Unread one : selection.unread()) {
            table("unread_cases")
                    .row()
                    .add(runId)
                    .add(position++)
                    .add(one.id().toString())
                    .add(one.code().name())
                    .add(one.message())
                    .end();
        }
    }

    private long writeCase(String runId, int position, CaseRun run) throws SQLException {
        long id = nextCaseRun++;
        CellKey key = CellKey.of(run);
        TableAppender row = table("case_runs")
                .row()
                .add(id)
                .add(runId)
                .add(position)
                .add(run.caseId().toString())
                .add(dimensions.model(run.model()))
                .add(run.chain().rungs().stream().map(Backend::id).toList())
                .add(run.chain().first().side())
                .add(run.verdict())
                .add(run.reproduce())
                .add(key.row())
                .add(key.column());
        ConditionColumns.write(
                        run.fallBackOn().isPresent()
                                ? row.add(run.fallBackOn().get().words())
                                : row.none(),
                        run.conditions())
                .end();
        int attemptPosition = 0;
        for (NumberedAttempt made : NumberedAttempt.allOf(run)) {
            writeAttempt(id, attemptPosition++, made);
        }
        if (run.fallbackCost().isPresent()) {
            writeComparison(id, OptionalLong.empty(), run.fallbackCost().get());
        }
        return id;
    }

    private void writeAttempt(long caseRunId, int position, NumberedAttempt made) throws SQLException {
        Attempt attempt = made.attempt();
        long id = nextAttempt++;
        TableAppender row = table("attempts")
                .row()
                .add(id)
                .add(caseRunId)
                .add(position)
                .add(made.retry())
                .add(dimensions.target(attempt.target()))
                .add(attempt.outcome())
                .add(attempt.span().startedAt())
                .add(attempt.span().elapsed())
                .duration(attempt.measured().phases().fetch())
                .duration(attempt.measured().phases().create())
                .duration(attempt.measured().phases().first())
                .duration(attempt.measured().phases().dispose());
        Optional<Memory> memory = attempt.measured().memory();
        row.whole(memory.map(Memory::peakBytes))
                .text(memory.map(Memory::source))
                .whole(memory.flatMap(Memory::afterBytes))
                .add(memory.map(Memory::parts).orElse(Map.of()))
                .add(texts(attempt, OutputShape::name))
                .add(texts(attempt, OutputShape::type))
                .add(texts(attempt, output -> output.shape().toString()))
                .end();
        new AttemptDetails(tables).write(id, attempt);
        if (attempt.comparison().isPresent()) {
            writeComparison(caseRunId, OptionalLong.of(id), attempt.comparison().get());
        }
    }

    private static List<String> texts(Attempt attempt, Function<OutputShape, String> of) {
        return attempt.outputs().stream().map(of).toList();
    }

    private void writeComparison(long caseRunId, OptionalLong attemptId, Comparison comparison) throws SQLException {
        Ratio ratio = comparison.ratio();
        TableAppender row = table("comparisons").row().add(caseRunId);
        (attemptId.isPresent() ? row.add(attemptId.getAsLong()) : row.none())
                .add(comparison.baseline())
                .add(comparison.own())
                .add(comparison.baselineSamples())
                .add(comparison.ownSamples())
                .add(ratio.value());
        Optional<dev.bascule.fallback.measure.Interval> interval = ratio.ci95();
        if (interval.isPresent()) {
            row.add(interval.get().low()).add(interval.get().high());
        } else {
            row.none().none();
        }
        row.add(ratio.pairs());
        PairedBlocks blocks = comparison.blocks();
        if (blocks.recorded()) {
            row.integers(PairedBlocks.sizes(blocks.baseline())).integers(PairedBlocks.sizes(blocks.own()));
        } else {
            row.none().none();
        }
        row.end();
    }

    /** Hands every table's rows to the database. */
    @Override
    public void close() throws SQLException {
        tables.close();
    }
}
