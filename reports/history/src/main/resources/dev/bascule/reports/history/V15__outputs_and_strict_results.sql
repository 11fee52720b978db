-- History, version 15: shapes and element types of outputs, and results that keep software adapters, browsers and chains apart.

-- What the first inferences gave, in order: one name, type and shape each, such as logits, float32 and [1,2]. Of a sequence the
-- shape is its length. NULL: recorded before that was kept; empty: no output came.
ALTER TABLE attempts ADD COLUMN output_names VARCHAR[];
ALTER TABLE attempts ADD COLUMN output_types VARCHAR[];
ALTER TABLE attempts ADD COLUMN output_shapes VARCHAR[];

-- Every attempt, with all that sets attempts apart. An attempt that did not succeed has no inference time: one of wrong outputs
-- is no result. software is NULL where nobody said. placed is the share of the graph's nodes that ran on the hardware by the
-- engine's own record, NULL where there is none.
CREATE VIEW hardware_attempts AS
SELECT
    a.id AS id,
    m.name AS model_id,
    m.family AS model_type,
    t.backend AS hardware,
    a.outcome = 'SUCCEEDED' AS success,
    (coalesce(a.fetch_ns, 0) + a.create_ns) / 1e9 AS load_time,
    CASE WHEN a.outcome = 'SUCCEEDED' THEN list_median(s.measured_ms) / 1e3 END AS inference_time,
    a.memory_peak_bytes / 1e6 AS memory_usage,
    e.code || ': ' || e.message AS error,
    a.started_at AS timestamp,
    nullif(array_to_string(list_transform(range(1, len(a.output_names) + 1),
        lambda i: a.output_names[i] || ' ' || a.output_types[i] || a.output_shapes[i]), '; '), '') AS output_shape,
    coalesce(v.software, t.software) AS software,
    t.browser_name AS browser,
    t.browser_version AS browser_version,
    r.fingerprint AS machine,
    t.engine_name AS engine,
    t.engine_version AS engine_version,
    lower(t.device_type) AS device_type,
    array_to_string(c.chain, '→') AS chain,
    len(c.chain) = 1 AS strict,
    a.retry AS retry,
    v.proof AS proof,
    CASE WHEN len(map_values(v.nodes)) > 0
        THEN coalesce(v.nodes[v.requested], 0) / list_sum(map_values(v.nodes)) END AS placed,
    len(s.measured_ms) AS samples,
    c.run_id AS run_id,
    c.case_id AS case_id,
    m.sha256 AS sha256,
    a.output_names AS output_names,
    a.output_types AS output_types,
    a.output_shapes AS output_shapes,
    a.target_key AS target_key
FROM attempts a
JOIN case_runs c ON c.id = a.case_run_id
JOIN (SELECT u.id, k.fingerprint FROM runs u JOIN machines k ON k.key = u.machine_key) r ON r.id = c.run_id
JOIN models m ON m.key = c.model_key
JOIN targets t ON t.key = a.target_key
JOIN evidence v ON v.attempt_id = a.id
LEFT JOIN samples s ON s.attempt_id = a.id
LEFT JOIN errors e ON e.attempt_id = a.id;

-- What was asked for by itself, as it first came out: no chain, no retry, nothing that fell back.
CREATE VIEW hardware_results_strict AS
SELECT * EXCLUDE (strict, retry, chain, target_key)
FROM hardware_attempts
WHERE strict AND retry = 0;

-- The plain view. A software adapter is hardware of its own, such as 'webgpu (software)', for it accelerates nothing. Of a case
-- that a run took to one place several times, by itself and down chains, one counts: what was asked for by itself, if there is
-- such. Retries do not count; they are in hardware_retries.
CREATE OR REPLACE VIEW hardware_results AS
SELECT
    id,
    model_id,
    model_type,
    CASE WHEN software THEN hardware || ' (software)' ELSE hardware END AS hardware,
    success,
    load_time,
    inference_time,
    memory_usage,
    error,
    timestamp,
    output_shape
FROM hardware_attempts
WHERE retry = 0
QUALIFY row_number() OVER (PARTITION BY run_id, case_id, target_key ORDER BY strict DESC, id) = 1;

-- Likewise; each retry of a case on a target counts once.
CREATE OR REPLACE VIEW hardware_retries AS
SELECT
    id,
    model_id,
    model_type,
    CASE WHEN software THEN hardware || ' (software)' ELSE hardware END AS hardware,
    success,
    load_time,
    inference_time,
    memory_usage,
    error,
    timestamp,
    output_shape,
    retry
FROM hardware_attempts
WHERE retry > 0
QUALIFY row_number() OVER (PARTITION BY run_id, case_id, target_key, retry ORDER BY strict DESC, id) = 1;
