-- History, version 1. A migration that was published is never changed: its checksum is kept in each file.
-- machines, targets and models are keyed by a hash over all that is said of them, so that a row, once written, stays true.
-- Milliseconds are as measured; durations in columns ending in _ns are whole nanoseconds; instants are UTC.

CREATE TABLE machines (
    key VARCHAR PRIMARY KEY,
    fingerprint VARCHAR NOT NULL,
    os VARCHAR NOT NULL,
    cpu_name VARCHAR NOT NULL,
    cpu_cores INTEGER NOT NULL,
    cpu_features VARCHAR[] NOT NULL,
    memory_bytes BIGINT NOT NULL
);

CREATE TABLE gpus (
    machine_key VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    vendor VARCHAR NOT NULL,
    software BOOLEAN NOT NULL
);

CREATE TABLE targets (
    key VARCHAR PRIMARY KEY,
    id VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    backend VARCHAR NOT NULL,
    accelerator VARCHAR NOT NULL,
    engine_name VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    engine_build VARCHAR,
    browser_name VARCHAR,
    browser_version VARCHAR,
    browser_launcher VARCHAR,
    browser_flags VARCHAR[],
    device_type VARCHAR NOT NULL,
    software BOOLEAN,
    adapter MAP(VARCHAR, VARCHAR) NOT NULL
);

CREATE TABLE models (
    key VARCHAR PRIMARY KEY,
    name VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    bytes BIGINT NOT NULL,
    family VARCHAR NOT NULL,
    task VARCHAR NOT NULL,
    opsets MAP(VARCHAR, BIGINT) NOT NULL,
    operators MAP(VARCHAR, INTEGER) NOT NULL,
    parameters BIGINT NOT NULL
);

CREATE TABLE runs (
    id VARCHAR PRIMARY KEY,
    started_at TIMESTAMP_NS NOT NULL,
    finished_at TIMESTAMP_NS NOT NULL,
    suite VARCHAR NOT NULL,
    suite_hash VARCHAR NOT NULL,
    seed BIGINT NOT NULL,
    command VARCHAR NOT NULL,
    interrupted BOOLEAN NOT NULL,
    machine_key VARCHAR NOT NULL
);

-- Where a run's time went, by phase of the product.
CREATE TABLE run_phases (
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    phase VARCHAR NOT NULL,
    elapsed_ns BIGINT NOT NULL
);

CREATE TABLE case_runs (
    id BIGINT PRIMARY KEY,
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    case_id VARCHAR NOT NULL,
    model_key VARCHAR NOT NULL,
    chain VARCHAR[] NOT NULL,
    side VARCHAR NOT NULL,
    verdict VARCHAR NOT NULL,
    reproduce VARCHAR NOT NULL,
    row_key VARCHAR NOT NULL,
    column_key VARCHAR NOT NULL
);

CREATE TABLE attempts (
    id BIGINT PRIMARY KEY,
    case_run_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    target_key VARCHAR NOT NULL,
    outcome VARCHAR NOT NULL,
    started_at TIMESTAMP_NS NOT NULL,
    elapsed_ns BIGINT NOT NULL,
    fetch_ns BIGINT,
    create_ns BIGINT,
    first_ns BIGINT,
    dispose_ns BIGINT,
    memory_peak_bytes BIGINT,
    memory_source VARCHAR
);

-- Warm inferences of an attempt, in order.
CREATE TABLE samples (
    attempt_id BIGINT NOT NULL,
    warm_up_ms DOUBLE[] NOT NULL,
    measured_ms DOUBLE[] NOT NULL,
    stable BOOLEAN NOT NULL,
    noise VARCHAR
);

-- Interleaved comparisons: of an attempt with the native CPU, or (attempt_id is null) what a fallback cost.
CREATE TABLE comparisons (
    case_run_id BIGINT NOT NULL,
    attempt_id BIGINT,
    baseline VARCHAR NOT NULL,
    own VARCHAR NOT NULL,
    baseline_ms DOUBLE[] NOT NULL,
    own_ms DOUBLE[] NOT NULL,
    ratio DOUBLE NOT NULL,
    ci_low DOUBLE,
    ci_high DOUBLE,
    pairs INTEGER NOT NULL
);

CREATE TABLE evidence (
    attempt_id BIGINT NOT NULL,
    proof VARCHAR NOT NULL,
    requested VARCHAR NOT NULL,
    granted VARCHAR,
    proven VARCHAR,
    nodes MAP(VARCHAR, INTEGER) NOT NULL,
    partitions INTEGER,
    software BOOLEAN,
    device_type VARCHAR,
    facts MAP(VARCHAR, VARCHAR) NOT NULL,
    notes VARCHAR[] NOT NULL
);

CREATE TABLE numerics (
    attempt_id BIGINT NOT NULL,
    reference VARCHAR NOT NULL,
    elements BIGINT NOT NULL,
    outside BIGINT NOT NULL,
    max_abs DOUBLE NOT NULL,
    max_rel DOUBLE NOT NULL,
    max_ulp DOUBLE,
    cosine DOUBLE,
    worst_output VARCHAR,
    worst_index BIGINT,
    worst_got VARCHAR,
    worst_expected VARCHAR,
    tolerance DOUBLE NOT NULL,
    tolerance_basis VARCHAR NOT NULL,
    ok BOOLEAN NOT NULL,
    checked_iterations BIGINT NOT NULL
);

CREATE TABLE errors (
    attempt_id BIGINT NOT NULL,
    code VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    category VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    remedies VARCHAR[] NOT NULL
);

-- What a run found of the machine's hardware and backends.
CREATE TABLE detections (
    id BIGINT PRIMARY KEY,
    run_id VARCHAR NOT NULL,
    hardware_type VARCHAR NOT NULL,
    available BOOLEAN NOT NULL,
    name VARCHAR,
    features MAP(VARCHAR, VARCHAR) NOT NULL
);

-- The plain views that users of such matrices already query: seconds, and MB of 1,000,000 bytes.
-- output_shape is not recorded, and so is null.
CREATE VIEW hardware_results AS
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
LEFT JOIN errors e ON e.attempt_id = a.id;

CREATE VIEW hardware_detection AS
SELECT d.id, d.hardware_type, d.available, d.name, d.features, r.started_at AS timestamp
FROM detections d
JOIN runs r ON r.id = d.run_id;
