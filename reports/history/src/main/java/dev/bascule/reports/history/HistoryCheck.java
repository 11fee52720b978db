package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.audit.AuditFinding;
import dev.bascule.reports.audit.EqualSamples;
import dev.bascule.reports.audit.RecordAdapters;
import dev.bascule.reports.audit.RecordCounts;
import dev.bascule.reports.audit.RecordTimes;
import dev.bascule.reports.history.IntegrityFinding.Kind;
import dev.bascule.reports.matrix.CellPlace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Looks a history over: whether its rows hang together, its runs can be read and its cells are theirs. Changes nothing. */
final class HistoryCheck {
    /** Case runs that are read together, roughly: what a query costs besides its rows is paid for all of them at once. */
    private static final int AT_ONCE = 2_000;

    private final Handle handle;
    private final RunReader reader;
    private final Instant now;
    private final List<IntegrityFinding> findings = new ArrayList<>();

    /** @param now by the clock of who looks */
    HistoryCheck(Handle handle, Instant now) {
        this.handle = handle;
        this.reader = new RunReader(handle);
        this.now = now;
    }

    /** Runs that cannot be read, or say what cannot be so: what comes from elsewhere is held to this before it is taken in. */
    static List<AuditFinding> doubts(Handle handle, String runId, Instant now) {
        HistoryCheck check = new HistoryCheck(handle, now);
        check.read(runId, Map.of()).ifPresent(check::believable);
        return check.findings.stream()
                .map(finding -> new AuditFinding(finding.where(), finding.detail()))
                .toList();
    }

    private void believable(RunRecord run) {
        new StoredFigures(handle)
                .doubts(run)
                .forEach(auditFinding ->
                        findings.add(new IntegrityFinding(Kind.DERIVED, auditFinding.where(), auditFinding.what())));
        RecordTimes.doubts(run, now).forEach(auditFinding -> add(Kind.TIME, run, auditFinding));
        RecordCounts.doubts(run).forEach(auditFinding -> add(Kind.COUNT, run, auditFinding));
        RecordAdapters.doubts(run).forEach(auditFinding -> add(Kind.DERIVED, run, auditFinding));
        EqualSamples.doubts(run).forEach(auditFinding -> add(Kind.COPY, run, auditFinding));
    }

    private void add(Kind kind, RunRecord run, AuditFinding auditFinding) {
        String where = auditFinding.where().equals(run.id()) ? run.id() : run.id() + ": " + auditFinding.where();
        findings.add(new IntegrityFinding(kind, where, auditFinding.what()));
    }

    List<IntegrityFinding> findings() {
        HistorySchema.hiding(handle).forEach(this::schema);
        if (!findings.isEmpty()) {
            return List.copyOf(findings);
        }
        HistorySchema.foreign(handle).forEach(this::schema);
        findings.addAll(new RowCheck(handle).findings());
        CopiedRuns.among(CopiedRuns.held(handle))
                .forEach(copy -> findings.add(new IntegrityFinding(Kind.COPY, copy.run(), copy.words())));
        runs();
        works();
        predictions();
        trainings();
        quantizations();
        findings.addAll(new LedgerCheck(handle).findings());
        newest();
        return List.copyOf(findings);
    }

    private void schema(String what) {
        findings.add(new IntegrityFinding(Kind.SCHEMA, "the file", what));
    }

    private void works() {
        try {
            new WorkTables(handle).all();
        } catch (RuntimeException unreadable) {
            findings.add(new IntegrityFinding(
                    Kind.WORK, "work_kernels", "they cannot be read back: " + DuckDbFile.words(unreadable)));
        }
    }

    private void predictions() {
        try {
            long early = new PredictionTable(handle)
                    .all().stream().filter(one -> one.at().isAfter(now)).count();
            if (early > 0) {
                findings.add(new IntegrityFinding(
                        Kind.TIME, PredictionTable.NAME, "%d were made at a time to come".formatted(early)));
            }
        } catch (RuntimeException unreadable) {
            findings.add(new IntegrityFinding(
                    Kind.PREDICTION,
                    PredictionTable.NAME,
                    "they cannot be read back: " + DuckDbFile.words(unreadable)));
        }
    }

    private void trainings() {
        try {
            TrainingReader trainings = new TrainingReader(handle);
            for (TrainingHeading one : trainings.headings()) {
                if (one.at().isAfter(now)) {
                    findings.add(new IntegrityFinding(
                            Kind.TIME, TrainingTables.NAME, one.command() + " is of a time to come"));
                }
                trainings.runs(one.command());
            }
        } catch (RuntimeException unreadable) {
            findings.add(new IntegrityFinding(
                    Kind.TRAINING, TrainingTables.NAME, "they cannot be read back: " + DuckDbFile.words(unreadable)));
        }
    }

    private void quantizations() {
        try {
            QuantizationReader quantizations = new QuantizationReader(handle);
            for (QuantizationHeading one : quantizations.headings()) {
                if (one.at().isAfter(now)) {
                    findings.add(new IntegrityFinding(
                            Kind.TIME, QuantizationTables.NAME, one.command() + " is of a time to come"));
                }
                quantizations.run(one.command());
            }
        } catch (RuntimeException unreadable) {
            findings.add(new IntegrityFinding(
                    Kind.QUANTIZATION,
                    QuantizationTables.NAME,
                    "they cannot be read back: " + DuckDbFile.words(unreadable)));
        }
    }

    /** Reads every run back, and makes its cells again. */
    private void runs() {
        List<String> ids = handle.createQuery("SELECT id FROM runs ORDER BY started_at, id")
                .mapTo(String.class)
                .list();
        Map<String, List<Long>> caseRuns = caseRuns();
        List<String> some = new ArrayList<>();
        List<Long> theirs = new ArrayList<>();
        for (String id : ids) {
            some.add(id);
            theirs.addAll(caseRuns.getOrDefault(id, List.of()));
            if (theirs.size() >= AT_ONCE) {
                runs(some, theirs);
                some.clear();
                theirs.clear();
            }
        }
        runs(some, theirs);
    }

    private void runs(List<String> ids, List<Long> caseRuns) {
        Map<Long, CaseRun> together = together(caseRuns);
        for (String id : ids) {
            read(id, together).ifPresent(run -> {
                believable(run);
                compare(run, stored(run));
            });
        }
    }

    /** The numbers of each run's case runs. */
    private Map<String, List<Long>> caseRuns() {
        Map<String, List<Long>> numbers = new HashMap<>();
        handle.createQuery("SELECT run_id, id FROM case_runs ORDER BY id")
                .map((rows, context) -> Map.entry(rows.getString(1), rows.getLong(2)))
                .forEach(caseRun -> numbers.computeIfAbsent(caseRun.getKey(), run -> new ArrayList<>())
                        .add(caseRun.getValue()));
        return numbers;
    }

    /** None where one of them cannot be read: then each run is read by itself, and says so of itself. */
    private Map<Long, CaseRun> together(List<Long> ids) {
        try {
            return reader.caseRuns(ids);
        } catch (RuntimeException unreadable) {
            return Map.of();
        }
    }

    private Optional<RunRecord> read(String id, Map<Long, CaseRun> together) {
        try {
            return reader.run(id, together);
        } catch (RuntimeException unreadable) {
            findings.add(new IntegrityFinding(Kind.RUN, id, "it cannot be read back: " + DuckDbFile.words(unreadable)));
            return Optional.empty();
        }
    }

    private Map<CellPlace, CellSummary> stored(RunRecord run) {
        Map<CellPlace, CellSummary> cells = new HashMap<>();
        try {
            handle.createQuery("""
                            SELECT %s, c.requested, n.run_id, epoch_ns(r.started_at) AS started, r.suite,
                                d.key AS row_key, k.key AS column_key, k.machine
                            FROM cells c JOIN matrix_runs n ON n.number = c.run_number JOIN runs r ON r.id = n.run_id
                                JOIN matrix_rows d ON d.id = c.row_id JOIN matrix_columns k ON k.id = c.column_id
                            WHERE n.run_id = :run
                            """.formatted(CellReader.COLUMNS))
                    .bind("run", run.id())
                    .map((rows, context) -> {
                        Row row = new Row(rows);
                        return CellReader.cell(
                                row,
                                new CellPlace(row.text("machine"), row.text("row_key"), row.text("column_key")),
                                new MatrixDimensions.Run(row.text("run_id"), row.instant("started"), row.text("suite")),
                                row.text("requested"));
                    })
                    .forEach(cell -> cells.put(cell.place(), cell));
        } catch (RuntimeException unreadable) {
            findings.add(new IntegrityFinding(Kind.CELL, run.id(), "cannot be read: " + DuckDbFile.words(unreadable)));
        }
        return cells;
    }

    private void compare(RunRecord run, Map<CellPlace, CellSummary> stored) {
        List<CellSummary> made =
                PlacedCell.of(run).stream().map(PlacedCell::cell).toList();
        long differing = made.stream()
                .filter(cell -> !cell.equals(stored.get(cell.place())))
                .count();
        if (differing > 0 || stored.size() != made.size()) {
            findings.add(new IntegrityFinding(
                    Kind.CELL,
                    run.id(),
                    "of %d cells %d are not what its case runs give, and %d are kept"
                            .formatted(made.size(), differing, stored.size())));
        }
    }

    /** Which cells are the newest, against the rule over whole case runs. */
    private void newest() {
        Set<Long> kept = newestKept();
        Set<Long> ruled = new HashSet<>(new LatestCells(handle).everywhere());
        long lacking = kept.stream().filter(id -> !ruled.contains(id)).count();
        if (lacking > 0) {
            findings.add(new IntegrityFinding(
                    Kind.CELL, "cells", "%d of the newest are not the newest by the rule".formatted(lacking)));
        }
    }

    private Set<Long> newestKept() {
        try {
            MatrixDimensions dimensions = MatrixDimensions.NONE.extended(handle);
            return CellIndex.of(handle, dimensions, RunScope.ALL).caseRuns();
        } catch (SQLException | RuntimeException unreadable) {
            findings.add(new IntegrityFinding(Kind.CELL, "cells", "cannot be read: " + DuckDbFile.words(unreadable)));
            return Set.of();
        }
    }
}
