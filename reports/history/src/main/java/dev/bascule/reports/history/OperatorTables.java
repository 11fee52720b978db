package dev.bascule.reports.history;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * What operators came to on targets, in models and by themselves. Belongs to one thread.
 *
 * @param handle the open history
 */
record OperatorTables(Handle handle) {
    private static final String CONFORMANCE = "conformance";

    /** The same file may be kept with several names or tasks: its operators are the same. */
    private static final String OF_MODELS = """
            SELECT m.sha256, o.*
            FROM model_operators o JOIN models m ON m.key = o.model_key
            WHERE m.task <> :conformance
            QUALIFY dense_rank() OVER (PARTITION BY m.sha256 ORDER BY m.key) = 1
            ORDER BY m.sha256, o.position""";

    /** Other ends say nothing of an operator: nobody could judge, somebody stopped it, time or memory did not suffice. */
    private static final String CASES = """
            WITH single AS (SELECT model_key, any_value(domain) AS domain, any_value(operator) AS operator,
                    any_value(dtype) AS dtype
                FROM model_operators GROUP BY model_key HAVING sum(nodes) = 1)
            SELECT k.fingerprint, t.id AS target, o.domain, o.operator, o.dtype,
                count(*) FILTER (a.outcome = 'SUCCEEDED') AS passed,
                count(*) FILTER (a.outcome IN ('UNSUPPORTED', 'COMPILE_FAILED')) AS refused,
                count(*) FILTER (a.outcome IN ('WRONG', 'CRASHED')) AS failed
            FROM attempts a
            JOIN case_runs c ON c.id = a.case_run_id
            JOIN models m ON m.key = c.model_key
            JOIN single o ON o.model_key = m.key
            JOIN runs r ON r.id = c.run_id
            JOIN machines k ON k.key = r.machine_key
            JOIN targets t ON t.key = a.target_key
            WHERE m.task = :conformance AND len(c.chain) = 1 AND a.retry = 0
                AND a.outcome IN ('SUCCEEDED', 'UNSUPPORTED', 'COMPILE_FAILED', 'WRONG', 'CRASHED')
            GROUP BY ALL ORDER BY ALL""";

    private static final String PLACEMENTS = """
            SELECT m.sha256, k.fingerprint, t.id AS target, t.backend, epoch_ns(a.started_at) AS started,
                coalesce(v.nodes[v.requested], 0) AS there, list_sum(map_values(v.nodes))::INTEGER AS nodes, v.partitions
            FROM attempts a
            JOIN case_runs c ON c.id = a.case_run_id
            JOIN models m ON m.key = c.model_key
            JOIN runs r ON r.id = c.run_id
            JOIN machines k ON k.key = r.machine_key
            JOIN targets t ON t.key = a.target_key
            JOIN evidence v ON v.attempt_id = a.id
            WHERE m.task <> :conformance AND len(c.chain) = 1 AND a.outcome = 'SUCCEEDED'
                AND list_sum(map_values(v.nodes)) > 0
            ORDER BY a.started_at, a.id""";

    /** By the model's SHA-256; conformance cases are left out. */
    Map<String, List<OperatorSignature>> ofModels() {
        Map<String, List<OperatorSignature>> operators = new HashMap<>();
        handle.createQuery(OF_MODELS)
                .bind(CONFORMANCE, ModelInfo.CONFORMANCE)
                .map(Row.each(row -> Map.entry(row.text("sha256"), StoredModelReader.signature(row))))
                .forEach(found -> operators
                        .computeIfAbsent(found.getKey(), model -> new ArrayList<>())
                        .add(found.getValue()));
        return operators;
    }

    List<OperatorCases> cases() {
        return handle.createQuery(CASES)
                .bind(CONFORMANCE, ModelInfo.CONFORMANCE)
                .map(Row.each(row -> new OperatorCases(
                        row.text("fingerprint"),
                        row.text("target"),
                        row.text("domain"),
                        row.text("operator"),
                        row.optionalText("dtype").flatMap(DType::ofWireName),
                        row.integer("passed"),
                        row.integer("refused"),
                        row.integer("failed"))))
                .list();
    }

    List<Placement> placements() {
        return handle.createQuery(PLACEMENTS)
                .bind(CONFORMANCE, ModelInfo.CONFORMANCE)
                .map(Row.each(row -> new Placement(
                        row.text("sha256"),
                        row.text("fingerprint"),
                        row.text("target"),
                        row.text("backend"),
                        row.instant("started"),
                        row.integer("there"),
                        row.integer("nodes"),
                        row.optionalInteger("partitions"))))
                .list();
    }
}
