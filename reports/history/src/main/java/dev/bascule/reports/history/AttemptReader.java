package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Contradiction;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.reports.format.ToleranceFigures;
import dev.bascule.reports.matrix.KnownBackends;
import dev.bascule.reports.matrix.NumberedAttempt;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Reads the attempts of a set of case runs in a few queries. Belongs to one thread. */
final class AttemptReader {
    /** One row an attempt; the details that it lacks are NULL. */
    private static final String ATTEMPTS = """
            SELECT a.*, epoch_ns(a.started_at) AS started, t.* EXCLUDE (id), t.id AS target_id, t.software AS target_software,
                t.device_type AS target_device_type,
                s.attempt_id AS timed, s.warm_up_ms, s.measured_ms, s.stable, s.noise,
                v.proof, v.requested, v.granted, v.proven, v.nodes, v.partitions, v.software AS evidence_software,
                v.device_type AS evidence_device_type, v.facts, v.notes, v.contradiction_rules, v.contradictions,
                n.* EXCLUDE (attempt_id), e.code, e.message, e.remedies
            FROM attempts a
            JOIN targets t ON t.key = a.target_key
            JOIN (SELECT * FROM evidence WHERE <range>) v ON v.attempt_id = a.id
            LEFT JOIN (SELECT * FROM samples WHERE <range>) s ON s.attempt_id = a.id
            LEFT JOIN (SELECT * FROM numerics WHERE <range>) n ON n.attempt_id = a.id
            LEFT JOIN (SELECT * FROM errors WHERE <range>) e ON e.attempt_id = a.id
            WHERE <attempts> AND <cases>
            ORDER BY a.case_run_id, a.position
            """;

    private final Map<Long, List<NumberedAttempt>> byCaseRun = new HashMap<>();
    private final Map<Long, Comparison> comparisons = new HashMap<>();
    private final Map<String, Target> targets = new HashMap<>();
    private final Map<Long, Usage> usages;
    private final Map<Long, EndToEnd> endToEnd;

    /** @param caseRuns numbers of the case runs */
    AttemptReader(Handle handle, RowNumbers caseRuns) {
        // Within their range only what is these case runs' own is read, not the whole history.
        RowNumbers range = handle.createQuery("SELECT min(id) AS low, max(id) AS high FROM attempts WHERE "
                        + RowNumbers.between(caseRuns.low(), caseRuns.high()).in("case_run_id"))
                .map((rows, context) -> RowNumbers.between(rows.getLong("low"), rows.getLong("high")))
                .one();
        usages = UsageTables.read(handle, caseRuns, range);
        endToEnd = EndToEndTables.read(handle, caseRuns, range);
        handle.createQuery("SELECT * FROM comparisons WHERE attempt_id IS NOT NULL AND " + caseRuns.in("case_run_id"))
                .map((rows, context) -> Map.entry(rows.getLong("attempt_id"), RunReader.comparison(new Row(rows))))
                .forEach(comparison -> comparisons.put(comparison.getKey(), comparison.getValue()));
        handle.createQuery(ATTEMPTS)
                .define("range", range.in("attempt_id"))
                .define("attempts", range.in("a.id"))
                .define("cases", caseRuns.in("a.case_run_id"))
                .map(Row.each(row -> Map.entry(row.number("case_run_id"), made(row))))
                .forEach(made -> byCaseRun
                        .computeIfAbsent(made.getKey(), id -> new ArrayList<>())
                        .add(made.getValue()));
    }

    /** The first pass. */
    List<Attempt> of(long caseRunId) {
        return of(caseRunId, false);
    }

    List<Attempt> retriesOf(long caseRunId) {
        return of(caseRunId, true);
    }

    private List<Attempt> of(long caseRunId, boolean retries) {
        return byCaseRun.getOrDefault(caseRunId, List.of()).stream()
                .filter(made -> made.isRetry() == retries)
                .map(NumberedAttempt::attempt)
                .toList();
    }

    private NumberedAttempt made(Row row) throws SQLException {
        return new NumberedAttempt(attempt(row), row.integer("retry"));
    }

    private Attempt attempt(Row row) throws SQLException {
        String key = row.text("target_key");
        Target target = targets.get(key);
        if (target == null) {
            // Once for each: what an adapter says of itself may be many kB.
            target = target(row);
            targets.put(key, target);
        }
        return new Attempt(
                target,
                row.constant(Outcome.class, "outcome"),
                failure(row),
                evidence(row),
                new Attempt.Measured(
                        new Phases(
                                row.optionalDuration("fetch_ns"),
                                row.optionalDuration("create_ns"),
                                row.optionalDuration("first_ns"),
                                row.optionalDuration("dispose_ns")),
                        row.has("timed")
                                ? Optional.of(new Timing(
                                        row.samples("warm_up_ms"),
                                        row.samples("measured_ms"),
                                        row.flag("stable"),
                                        row.optionalText("noise")))
                                : Optional.empty(),
                        memory(row),
                        Optional.ofNullable(usages.get(row.number("id"))),
                        Optional.ofNullable(endToEnd.get(row.number("id")))),
                numerics(row),
                Optional.ofNullable(comparisons.get(row.number("id"))),
                outputs(row),
                new Span(row.instant("started"), row.duration("elapsed_ns")));
    }

    private static List<OutputShape> outputs(Row row) throws SQLException {
        List<String> types = row.texts("output_types");
        List<String> shapes = row.texts("output_shapes");
        List<OutputShape> outputs = new ArrayList<>();
        for (String name : row.texts("output_names")) {
            int place = outputs.size();
            outputs.add(new OutputShape(name, types.get(place), Shape.parse(shapes.get(place))));
        }
        return List.copyOf(outputs);
    }

    private static Optional<Memory> memory(Row row) throws SQLException {
        if (!row.has("memory_peak_bytes")) {
            return Optional.empty();
        }
        return Optional.of(new Memory(
                row.number("memory_peak_bytes"),
                row.text("memory_source"),
                row.optionalNumber("memory_after_bytes"),
                row.map("memory_parts", Long.class)));
    }

    static Target target(Row row) throws SQLException {
        Optional<Browser> browser = row.has("browser_name")
                ? Optional.of(new Browser(
                        row.text("browser_name"),
                        row.text("browser_version"),
                        row.text("browser_launcher"),
                        row.texts("browser_flags")))
                : Optional.empty();
        return new Target(
                KnownBackends.of(
                        row.text("backend"),
                        row.constant(Side.class, "side"),
                        row.constant(DeviceType.class, "accelerator")),
                browser,
                new Engine(row.text("engine_name"), row.text("engine_version"), row.optionalText("engine_build")),
                row.constant(DeviceType.class, "target_device_type"),
                row.optionalFlag("target_software"),
                row.map("adapter", String.class));
    }

    static Optional<Failure> failure(Row row) throws SQLException {
        return row.has("code")
                ? Optional.of(
                        new Failure(row.constant(ErrorCode.class, "code"), row.text("message"), row.texts("remedies")))
                : Optional.empty();
    }

    private static Evidence evidence(Row row) throws SQLException {
        Optional<String> device = row.optionalText("evidence_device_type");
        return new Evidence(
                row.constant(ProofClass.class, "proof"),
                new Evidence.Where(row.text("requested"), row.optionalText("granted"), row.optionalText("proven")),
                row.map("nodes", Integer.class),
                row.optionalInteger("partitions"),
                row.optionalFlag("evidence_software"),
                device.map(DeviceType::valueOf),
                row.map("facts", String.class),
                row.texts("notes"),
                contradictions(row));
    }

    private static List<Contradiction> contradictions(Row row) throws SQLException {
        List<String> sentences = row.texts("contradictions");
        List<Contradiction> found = new ArrayList<>();
        for (String rule : row.texts("contradiction_rules")) {
            found.add(new Contradiction(rule, sentences.get(found.size())));
        }
        return List.copyOf(found);
    }

    private static Optional<Numerics> numerics(Row row) throws SQLException {
        if (!row.has("reference")) {
            return Optional.empty();
        }
        Optional<Difference.Worst> worst = row.has("worst_output")
                ? Optional.of(new Difference.Worst(
                        row.text("worst_output"),
                        row.number("worst_index"),
                        row.text("worst_got"),
                        row.text("worst_expected")))
                : Optional.empty();
        return Optional.of(new Numerics(
                row.constant(Numerics.Reference.class, "reference"),
                new Difference(
                        row.number("elements"),
                        row.number("outside"),
                        row.real("max_abs"),
                        row.real("max_rel"),
                        row.optionalReal("max_ulp"),
                        row.optionalReal("cosine"),
                        worst,
                        row.number("signed_zeros"),
                        noise(row)),
                new ToleranceFigures(
                                Optional.of(row.text("tolerance_measure")),
                                row.real("tolerance"),
                                row.optionalReal("tolerance_absolute"),
                                row.optionalReal("tolerance_ulp"),
                                row.optionalReal("tolerance_sigma"),
                                row.text("tolerance_basis"))
                        .tolerance(),
                row.number("checked_iterations"),
                checked(row)));
    }

    private static Optional<Difference.Noise> noise(Row row) throws SQLException {
        return row.has("noise_most")
                ? Optional.of(new Difference.Noise(
                        row.real("noise_most"),
                        row.real("noise_rms"),
                        row.number("undetermined"),
                        row.number("noise_beyond")))
                : Optional.empty();
    }

    /** Documents of other builds, which are imported, may not say. */
    private static Optional<CheckCoverage> checked(Row row) throws SQLException {
        if (!row.has("checked_values")) {
            return Optional.empty();
        }
        List<String> why = row.texts("not_judged_why");
        List<UnjudgedOutput> notJudged = new ArrayList<>();
        for (String output : row.texts("not_judged")) {
            notJudged.add(new UnjudgedOutput(output, UnjudgedOutput.Why.valueOf(why.get(notJudged.size()))));
        }
        return Optional.of(new CheckCoverage(
                row.number("checked_values"),
                row.integer("checked_outputs"),
                row.integer("checked_inputs"),
                row.integer("checked_steps"),
                row.integer("checked_data_sets"),
                notJudged));
    }
}
