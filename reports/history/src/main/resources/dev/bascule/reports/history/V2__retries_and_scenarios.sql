-- History, version 2: retries, what memory was made of, and scenarios. A migration that was published is never changed.

-- 0 in the first pass, as all attempts of version 1 were. 1, 2... for retries on the same backend in a clean browser.
ALTER TABLE attempts ADD COLUMN retry INTEGER DEFAULT 0;

-- The counter of memory_source once the session was disposed of, and other counters by name. NULL: not read.
ALTER TABLE attempts ADD COLUMN memory_after_bytes BIGINT;
ALTER TABLE attempts ADD COLUMN memory_parts MAP(VARCHAR, BIGINT);

-- What was observed on a case and a target beyond attempts. The columns from code on are NULL where nothing went wrong.
CREATE TABLE scenarios (
    id BIGINT PRIMARY KEY,
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    scenario VARCHAR NOT NULL,
    case_id VARCHAR NOT NULL,
    model_name VARCHAR NOT NULL,
    target_key VARCHAR NOT NULL,
    verdict VARCHAR NOT NULL,
    started_at TIMESTAMP_NS NOT NULL,
    elapsed_ns BIGINT NOT NULL,
    notes VARCHAR[] NOT NULL,
    reproduce VARCHAR NOT NULL,
    code VARCHAR,
    severity VARCHAR,
    category VARCHAR,
    message VARCHAR,
    remedies VARCHAR[]
);

-- Figures of scenarios. Samples are as they were read, in order, in the figure's unit.
CREATE TABLE figures (
    scenario_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    samples DOUBLE[] NOT NULL,
    value DOUBLE,
    ci_low DOUBLE,
    ci_high DOUBLE
);

-- First passes only: a cell that was tried again still counts once on each backend, and as it first came out, so that a
-- rate of success made of this view is not raised by retries. The retries are in hardware_retries.
CREATE OR REPLACE VIEW hardware_results AS
SELECT
    a.id AS id,
    m.name AS model_id,
    m.family AS model_type,
    t.backend AS hardware,
    a.outcome = 'SUCCEEDED' AS success,
    (coalesce(a.fetch_ns, 0) + a.create_ns) / 1e9 AS load_time,
    list_median(s.measured_ms) / 1e3 AS inference_time,
    a.memory_peak_bytes / 1e6 AS memory_usage,
    e.code || ': ' || e.message AS error,
    a.started_at AS timestamp,
    CAST(NULL AS VARCHAR) AS output_shape
FROM attempts a
JOIN case_runs c ON c.id = a.case_run_id
JOIN models m ON m.key = c.model_key
JOIN targets t ON t.key = a.target_key
LEFT JOIN samples s ON s.attempt_id = a.id
LEFT JOIN errors e ON e.attempt_id = a.id
WHERE a.retry = 0;

-- The same columns for retries, and which retry it was on its backend.
CREATE VIEW hardware_retries AS
SELECT
    a.id AS id,
    m.name AS model_id,
    m.family AS model_type,
    t.backend AS hardware,
    a.outcome = 'SUCCEEDED' AS success,
    (coalesce(a.fetch_ns, 0) + a.create_ns) / 1e9 AS load_time,
    list_median(s.measured_ms) / 1e3 AS inference_time,
    a.memory_peak_bytes / 1e6 AS memory_usage,
    e.code || ': ' || e.message AS error,
    a.started_at AS timestamp,
    CAST(NULL AS VARCHAR) AS output_shape,
    a.retry AS retry
FROM attempts a
JOIN case_runs c ON c.id = a.case_run_id
JOIN models m ON m.key = c.model_key
JOIN targets t ON t.key = a.target_key
LEFT JOIN samples s ON s.attempt_id = a.id
LEFT JOIN errors e ON e.attempt_id = a.id
WHERE a.retry > 0;

-- One row a figure, in the figure's own unit.
CREATE VIEW scenario_figures AS
SELECT
    s.run_id AS run_id,
    s.started_at AS timestamp,
    s.scenario AS scenario,
    s.model_name AS model_id,
    t.backend AS hardware,
    t.id AS target,
    s.verdict AS verdict,
    f.name AS figure,
    f.unit AS unit,
    f.value AS value,
    f.ci_low AS ci_low,
    f.ci_high AS ci_high,
    len(f.samples) AS n,
    f.samples AS samples
FROM figures f
JOIN scenarios s ON s.id = f.scenario_id
JOIN targets t ON t.key = s.target_key;
