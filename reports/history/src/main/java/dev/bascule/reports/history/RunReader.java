package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.PairedBlocks;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorPlace;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.ModelSupply;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.matrix.KnownBackends;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Reads runs and case runs back as they were written. Belongs to one thread. */
final class RunReader {
    private static final String SIDE = "side";

    private final Handle handle;
    private final Map<String, Machine> machines = new HashMap<>();

    RunReader(Handle handle) {
        this.handle = handle;
    }

    Optional<RunRecord> run(String id) {
        return run(id, Map.of());
    }

    /** @param read case runs that were read already, by their ids; those of this run are read here where they are not among them */
    Optional<RunRecord> run(String id, Map<Long, CaseRun> read) {
        List<Long> caseIds = handle.createQuery("SELECT id FROM case_runs WHERE run_id = :id ORDER BY position")
                .bind("id", id)
                .mapTo(Long.class)
                .list();
        Map<String, Duration> elapsed = new LinkedHashMap<>();
        handle.createQuery("SELECT phase, elapsed_ns FROM run_phases WHERE run_id = :id ORDER BY position")
                .bind("id", id)
                .map((rows, context) ->
                        Map.entry(rows.getString("phase"), Duration.ofNanos(rows.getLong("elapsed_ns"))))
                .forEach(phase -> elapsed.put(phase.getKey(), phase.getValue()));
        List<CaseRun> cases = read.keySet().containsAll(caseIds)
                ? caseIds.stream().map(read::get).toList()
                : List.copyOf(caseRuns(caseIds).values());
        List<ScenarioRun> scenarios = new StoredScenarioReader(handle).of(id);
        Optional<Selection> selection = selection(id);
        List<CollectedError> errors = errors(id);
        RunExtrasReader rest = new RunExtrasReader(handle);
        List<UnrunCell> unrun = rest.unrun(id);
        List<ModelSupply> models = rest.models(id);
        return handle.createQuery("SELECT r.*, epoch_ns(started_at) AS started, epoch_ns(finished_at) AS finished"
                        + " FROM runs r WHERE id = :id")
                .bind("id", id)
                .map((rows, context) -> {
                    Row row = new Row(rows);
                    return new RunRecord(
                            new Invocation(
                                    id,
                                    row.text("suite"),
                                    row.text("suite_hash"),
                                    row.number("seed"),
                                    row.text("command")),
                            new RunRecord.Times(row.instant("started"), row.instant("finished"), elapsed),
                            machine(row.text("machine_key")),
                            new RunRecord.Extent(selection, row.flag("interrupted"), unrun),
                            cases,
                            scenarios,
                            errors,
                            models,
                            new RunRecord.Provenance(RunList.tool(row), origins(row)));
                })
                .findOne();
    }

    static Set<RunOrigin> origins(Row row) throws SQLException {
        return row.texts("origins").stream()
                .flatMap(word -> RunOrigin.of(word).stream())
                .collect(Collectors.toSet());
    }

    private List<CollectedError> errors(String id) {
        return handle.createQuery("SELECT e.*, epoch_ns(first_at) AS first_time, epoch_ns(last_at) AS last_time"
                        + " FROM run_errors e WHERE run_id = :id ORDER BY position")
                .bind("id", id)
                .map((rows, context) -> {
                    Row row = new Row(rows);
                    return new CollectedError(
                            new ErrorPlace(
                                    row.text("component"), row.optionalText("backend"), row.optionalText("browser")),
                            AttemptReader.failure(row).orElseThrow(),
                            row.integer("times"),
                            row.instant("first_time"),
                            row.instant("last_time"));
                })
                .list();
    }

    private Optional<Selection> selection(String id) {
        return handle.createQuery("SELECT * FROM selections WHERE run_id = :id")
                .bind("id", id)
                .map((rows, context) -> {
                    Row row = new Row(rows);
                    return new Selection(
                            row.integer("cases"),
                            row.text("whole_hash"),
                            row.texts("filters"),
                            row.has("sample") ? Optional.of(row.integer("sample")) : Optional.empty(),
                            row.has("shard_of")
                                    ? Optional.of(new Selection.Shard(
                                            new TreeSet<>(row.texts("shard_parts").stream()
                                                    .map(Integer::valueOf)
                                                    .toList()),
                                            row.integer("shard_of")))
                                    : Optional.empty(),
                            row.flag("shuffled"),
                            unread(id));
                })
                .findOne();
    }

    private List<Selection.Unread> unread(String id) {
        return handle.createQuery("SELECT * FROM unread_cases WHERE run_id = :id ORDER BY position")
                .bind("id", id)
                .map((rows, context) -> {
                    Row row = new Row(rows);
                    return new Selection.Unread(
                            CaseId.parse(row.text("case_id")),
                            row.constant(ErrorCode.class, "code"),
                            row.text("message"));
                })
                .list();
    }

    /** Case runs by their ids, in the order asked for. */
    Map<Long, CaseRun> caseRuns(Collection<Long> ids) {
        Map<Long, CaseRun> read = new LinkedHashMap<>();
        if (ids.isEmpty()) {
            return read;
        }
        RowNumbers wanted = RowNumbers.of(ids);
        AttemptReader attempts = new AttemptReader(handle, wanted);
        StoredModelReader models = new StoredModelReader(handle, wanted);
        Map<Long, Comparison> costs = new HashMap<>();
        handle.createQuery("SELECT * FROM comparisons WHERE attempt_id IS NULL AND " + wanted.in("case_run_id"))
                .map((rows, context) -> Map.entry(rows.getLong("case_run_id"), comparison(new Row(rows))))
                .forEach(cost -> costs.put(cost.getKey(), cost.getValue()));
        Map<Long, CaseRun> unordered = new HashMap<>();
        handle.createQuery("SELECT * FROM case_runs WHERE " + wanted.in("id"))
                .map(Row.each(row -> {
                    long id = row.number("id");
                    List<Attempt> made = attempts.of(id);
                    CaseRun run = new CaseRun(
                            CaseId.parse(row.text("case_id")),
                            models.of(row.text("model_key")),
                            chain(row, made),
                            made,
                            attempts.retriesOf(id),
                            row.has("fall_back_on") ? FallbackPolicy.of(row.texts("fall_back_on")) : Optional.empty(),
                            Optional.ofNullable(costs.get(id)),
                            row.text("reproduce"),
                            ConditionColumns.read(row));
                    return Map.entry(id, run);
                }))
                .forEach(run -> unordered.put(run.getKey(), run.getValue()));
        ids.forEach(id -> Optional.ofNullable(unordered.get(id)).ifPresent(run -> read.put(id, run)));
        return read;
    }

    private static Chain chain(Row row, List<Attempt> attempts) throws SQLException {
        Side side = row.constant(Side.class, SIDE);
        List<dev.bascule.fallback.backend.Backend> rungs = new ArrayList<>();
        for (String id : row.texts("chain")) {
            rungs.add(attempts.stream()
                    .map(attempt -> attempt.target().backend())
                    .filter(backend -> backend.id().equals(id))
                    .findFirst()
                    .orElseGet(() -> KnownBackends.of(id, side)));
        }
        return new Chain(rungs);
    }

    static Comparison comparison(Row row) throws SQLException {
        Samples baseline = row.samples("baseline_ms");
        Samples own = row.samples("own_ms");
        return new Comparison(
                row.text("baseline"),
                row.text("own"),
                row.has("own_blocks")
                        ? PairedBlocks.cut(baseline, row.integers("baseline_blocks"), own, row.integers("own_blocks"))
                        : PairedBlocks.even(baseline, own, row.integer("pairs")));
    }

    Machine machine(String key) {
        return machines.computeIfAbsent(key, wanted -> {
            List<Machine.Gpu> gpus = handle.createQuery("SELECT * FROM gpus WHERE machine_key = :key ORDER BY position")
                    .bind("key", wanted)
                    .map((rows, context) -> new Machine.Gpu(
                            rows.getString("name"), rows.getString("vendor"), rows.getBoolean("software")))
                    .list();
            return handle.createQuery("SELECT * FROM machines WHERE key = :key")
                    .bind("key", wanted)
                    .map((rows, context) -> {
                        Row row = new Row(rows);
                        return new Machine(
                                row.text("fingerprint"),
                                row.text("os"),
                                new Machine.Cpu(
                                        row.text("cpu_name"), row.integer("cpu_cores"), row.texts("cpu_features")),
                                row.optionalNumber("memory_bytes"),
                                gpus,
                                row.has("fingerprint_parts")
                                        ? Optional.of(new Fingerprint(
                                                row.map("fingerprint_parts", String.class),
                                                row.map("software", String.class)))
                                        : Optional.empty());
                    })
                    .one();
        });
    }
}
