-- History, version 1. A step that was published is never changed: its checksum is kept in each file.
-- machines, targets and models are keyed by a hash over all that is said of them, so that a row, once written, stays true.
-- Milliseconds are as measured; durations in columns ending in _ns are whole nanoseconds; instants are UTC. NULL: not known, or
-- not so; run.json files of other builds, which are imported, may lack what this one always writes.

-- memory_bytes is NULL of an attached device, whose browser does not tell. fingerprint_parts and software (drivers, browsers and
-- engines that worked, with versions) are NULL of a machine that only its browser speaks for. Each state of a machine is a row.
CREATE TABLE machines (
    key VARCHAR PRIMARY KEY,
    fingerprint VARCHAR NOT NULL,
    os VARCHAR NOT NULL,
    cpu_name VARCHAR NOT NULL,
    cpu_cores INTEGER NOT NULL,
    cpu_features VARCHAR[] NOT NULL,
    memory_bytes BIGINT,
    fingerprint_parts MAP(VARCHAR, VARCHAR),
    software MAP(VARCHAR, VARCHAR)
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

-- dtype is NULL where the model does not tell it. influencing: of its nodes, how many the model's outputs follow.
CREATE TABLE model_operators (
    model_key VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    domain VARCHAR NOT NULL,
    operator VARCHAR NOT NULL,
    opset BIGINT NOT NULL,
    dtype VARCHAR,
    nodes INTEGER NOT NULL,
    influencing INTEGER NOT NULL
);

-- tool: which program made the run. origins: what each of its ways here was: imported, merged; empty: measured by what wrote it.
CREATE TABLE runs (
    id VARCHAR PRIMARY KEY,
    started_at TIMESTAMP_NS NOT NULL,
    finished_at TIMESTAMP_NS NOT NULL,
    suite VARCHAR NOT NULL,
    suite_hash VARCHAR NOT NULL,
    seed BIGINT NOT NULL,
    command VARCHAR NOT NULL,
    interrupted BOOLEAN NOT NULL,
    machine_key VARCHAR NOT NULL,
    tool_name VARCHAR,
    tool_version VARCHAR,
    origins VARCHAR[] NOT NULL
);

-- Where a run's time went, by phase of the product.
CREATE TABLE run_phases (
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    phase VARCHAR NOT NULL,
    elapsed_ns BIGINT NOT NULL
);

-- Which of a suite's cases a run was to run: one row for each run that said so. sample and the shard's columns are NULL where it
-- was neither drawn nor divided.
CREATE TABLE selections (
    run_id VARCHAR PRIMARY KEY,
    cases INTEGER NOT NULL,
    whole_hash VARCHAR NOT NULL,
    filters VARCHAR[] NOT NULL,
    sample INTEGER,
    shard_parts VARCHAR[],
    shard_of INTEGER,
    shuffled BOOLEAN NOT NULL
);

-- Cases that a run selected and could not read. There is no case run of them.
CREATE TABLE unread_cases (
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    case_id VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    PRIMARY KEY (run_id, position)
);

-- Cells that an interrupted run did not come to.
CREATE TABLE unrun_cells (
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    case_id VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    chain VARCHAR[] NOT NULL,
    browsers VARCHAR[] NOT NULL,
    PRIMARY KEY (run_id, position)
);

-- How a run came by its models. download_ns is NULL where the network brought nothing, and reason says why.
CREATE TABLE run_models (
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    reference VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    download_ns BIGINT,
    reason VARCHAR,
    PRIMARY KEY (run_id, position)
);

-- What failed anywhere in a run, counted; the table errors is of attempts. backend and browser are NULL where it was about none.
CREATE TABLE run_errors (
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    component VARCHAR NOT NULL,
    backend VARCHAR,
    browser VARCHAR,
    code VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    category VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    remedies VARCHAR[] NOT NULL,
    times INTEGER NOT NULL,
    first_at TIMESTAMP_NS NOT NULL,
    last_at TIMESTAMP_NS NOT NULL,
    PRIMARY KEY (run_id, position)
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

-- fall_back_on: which failures were to move on to the next backend of the chain. inputs_seed is NULL where nothing was generated.
-- Inputs in the model's order: one name, type, shape such as [1,128], and number of steps each. Dynamic dimensions: given, batch,
-- from-input, chosen, solved or tried. timing_plan: counts, and durations in whole nanoseconds, by name; NULL where it was not to
-- be timed. Cells whose inputs_sha256 is NULL are compared with such cells only.
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
    column_key VARCHAR NOT NULL,
    fall_back_on VARCHAR[],
    inputs_sha256 VARCHAR,
    inputs_seed BIGINT,
    input_names VARCHAR[],
    input_types VARCHAR[],
    input_shapes VARCHAR[],
    input_steps VARCHAR[],
    dim_names VARCHAR[],
    dim_sizes VARCHAR[],
    dim_origins VARCHAR[],
    dim_notes VARCHAR[],
    timing_plan MAP(VARCHAR, BIGINT)
);

-- retry is 0 in the first pass; 1, 2... for retries on the same backend in a clean browser. memory_after_bytes: the counter of
-- memory_source once the session was disposed of; memory_parts: other counters by name. Outputs are what the first inferences
-- gave, in order: one name, type and shape each, such as logits, float32 and [1,2]; of a sequence the shape is its length.
CREATE TABLE attempts (
    id BIGINT PRIMARY KEY,
    case_run_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    retry INTEGER NOT NULL,
    target_key VARCHAR NOT NULL,
    outcome VARCHAR NOT NULL,
    started_at TIMESTAMP_NS NOT NULL,
    elapsed_ns BIGINT NOT NULL,
    fetch_ns BIGINT,
    create_ns BIGINT,
    first_ns BIGINT,
    dispose_ns BIGINT,
    memory_peak_bytes BIGINT,
    memory_source VARCHAR,
    memory_after_bytes BIGINT,
    memory_parts MAP(VARCHAR, BIGINT) NOT NULL,
    output_names VARCHAR[] NOT NULL,
    output_types VARCHAR[] NOT NULL,
    output_shapes VARCHAR[] NOT NULL
);

-- Warm inferences of an attempt, in order.
CREATE TABLE samples (
    attempt_id BIGINT NOT NULL,
    warm_up_ms DOUBLE[] NOT NULL,
    measured_ms DOUBLE[] NOT NULL,
    stable BOOLEAN NOT NULL,
    noise VARCHAR
);

-- Interleaved comparisons: of an attempt with the native CPU, or (attempt_id is null) what a fallback cost. Blocks: how many
-- samples each has, in order; the i-th blocks of both sides are a pair.
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
    pairs INTEGER NOT NULL,
    baseline_blocks INTEGER[],
    own_blocks INTEGER[]
);

-- Contradictions are what the host knows otherwise than a runner's proof says: one rule and one sentence each, in order.
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
    notes VARCHAR[] NOT NULL,
    contradiction_rules VARCHAR[] NOT NULL,
    contradictions VARCHAR[] NOT NULL
);

-- tolerance_measure: 'typical' and 'scaled' grow with the expected value and its usual size, 'close' is tolerance_absolute +
-- tolerance * |expected|, 'ulp' is tolerance_ulp representable numbers. signed_zeros: elements that are equal but for the sign of
-- zero. checked_values counts those of the reference that outputs were held against, each once; inputs are distinct by a hash of
-- their bytes; data sets are published ones. Outputs that show nothing of whether a backend computes rightly have their name and
-- the reason's word in two lists of equal length.
CREATE TABLE numerics (
    attempt_id BIGINT NOT NULL,
    reference VARCHAR NOT NULL,
    elements BIGINT NOT NULL,
    outside BIGINT NOT NULL,
    max_abs DOUBLE NOT NULL,
    max_rel DOUBLE NOT NULL,
    max_ulp DOUBLE,
    cosine DOUBLE,
    signed_zeros BIGINT NOT NULL,
    noise_most DOUBLE,
    noise_rms DOUBLE,
    undetermined BIGINT,
    noise_beyond BIGINT,
    worst_output VARCHAR,
    worst_index BIGINT,
    worst_got VARCHAR,
    worst_expected VARCHAR,
    tolerance_measure VARCHAR NOT NULL,
    tolerance DOUBLE NOT NULL,
    tolerance_absolute DOUBLE,
    tolerance_ulp DOUBLE,
    tolerance_sigma DOUBLE,
    tolerance_basis VARCHAR NOT NULL,
    ok BOOLEAN NOT NULL,
    checked_iterations BIGINT NOT NULL,
    checked_values BIGINT,
    checked_outputs INTEGER,
    checked_inputs INTEGER,
    checked_steps INTEGER,
    checked_data_sets INTEGER,
    not_judged VARCHAR[],
    not_judged_why VARCHAR[]
);

CREATE TABLE errors (
    attempt_id BIGINT NOT NULL,
    code VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    category VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    remedies VARCHAR[] NOT NULL
);

-- What the timed inferences of an attempt cost the machine: one row for each attempt that was watched. throttled is NULL where
-- nothing could be watched.
CREATE TABLE attempt_usage (
    attempt_id BIGINT PRIMARY KEY,
    span_ns BIGINT NOT NULL,
    inferences BIGINT NOT NULL,
    throttled BOOLEAN,
    watched VARCHAR[] NOT NULL,
    unwatched VARCHAR[] NOT NULL
);

-- Every figure that was looked for; value is NULL where it is unknown, and words say why; else its source.
CREATE TABLE usage_figures (
    attempt_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    subject VARCHAR NOT NULL,
    quantity VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    value DOUBLE,
    words VARCHAR NOT NULL,
    PRIMARY KEY (attempt_id, position)
);

CREATE TABLE throttle_causes (
    attempt_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    detail VARCHAR NOT NULL,
    PRIMARY KEY (attempt_id, position)
);

-- The user's clock: from a file's bytes to the model's outputs, one sample an iteration. Only of attempts that measured it, and of
-- steps that their runner told apart; the total is the sum over an attempt's steps.
CREATE TABLE end_to_end_steps (
    attempt_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    step VARCHAR NOT NULL,
    samples_ms DOUBLE[] NOT NULL,
    PRIMARY KEY (attempt_id, position)
);

-- What the outputs of an attempt say, in words, where something says how to read them.
CREATE TABLE answers (
    attempt_id BIGINT PRIMARY KEY,
    answer VARCHAR NOT NULL
);

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

-- The cells of the matrix, one row for each run and place, ready to be shown. They say nothing that the tables above them do not:
-- they are made of these again whenever the rule by which they are made (derived_tables) changes.
CREATE TABLE derived_tables (
    name VARCHAR NOT NULL,
    rule VARCHAR NOT NULL
);

-- Rows, columns and runs by small numbers, which hold within this file only.
CREATE TABLE matrix_rows (
    id INTEGER NOT NULL,
    key VARCHAR NOT NULL,
    model_name VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    case_name VARCHAR NOT NULL,
    settings MAP(VARCHAR, VARCHAR) NOT NULL,
    words VARCHAR NOT NULL
);

CREATE TABLE matrix_columns (
    id INTEGER NOT NULL,
    machine VARCHAR NOT NULL,
    key VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    browser VARCHAR,
    engine VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    chain VARCHAR[] NOT NULL,
    device_type VARCHAR,
    device VARCHAR
);

CREATE TABLE matrix_runs (
    number INTEGER NOT NULL,
    run_id VARCHAR NOT NULL
);

-- case_run_id is unique: the case run that the cell shows. began is false where nothing was there to run it on; software is NULL
-- where nobody said.
CREATE TABLE cells (
    run_number INTEGER NOT NULL,
    case_run_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    row_id INTEGER NOT NULL,
    column_id INTEGER NOT NULL,
    began BOOLEAN NOT NULL,
    verdict VARCHAR NOT NULL,
    family VARCHAR NOT NULL,
    task VARCHAR NOT NULL,
    score INTEGER,
    median_ms DOUBLE,
    median_low DOUBLE,
    median_high DOUBLE,
    n INTEGER,
    ratio DOUBLE,
    ratio_low DOUBLE,
    ratio_high DOUBLE,
    ratio_basis VARCHAR,
    proof VARCHAR NOT NULL,
    software BOOLEAN,
    requested VARCHAR NOT NULL,
    actual VARCHAR,
    code VARCHAR,
    message VARCHAR,
    noise VARCHAR,
    throttled BOOLEAN NOT NULL,
    from_exact DOUBLE,
    merged INTEGER NOT NULL
);

-- The plain views that users of such matrices already query: seconds, and MB of 1,000,000 bytes. This one has every attempt, with
-- all that sets attempts apart. An attempt that did not succeed has no inference time: one of wrong outputs is no result. software
-- is NULL where nobody said. placed is the share of the graph's nodes that ran on the hardware by the engine's own record, NULL
-- where there is none.
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
-- such. Retries do not count, so that a rate of success is not raised by them; they are in hardware_retries.
CREATE VIEW hardware_results AS
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
CREATE VIEW hardware_retries AS
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

CREATE VIEW hardware_detection AS
SELECT d.id, d.hardware_type, d.available, d.name, d.features, r.started_at AS timestamp
FROM detections d
JOIN runs r ON r.id = d.run_id;

-- One row for each first attempt and operator of its model. nodes_in_model tells a case of one node, which speaks for its
-- operator alone, from a composition, whose failure blames none of its operators.
CREATE VIEW operator_results AS
SELECT
    c.run_id AS run_id,
    a.started_at AS timestamp,
    c.case_id AS case_id,
    m.sha256 AS model_sha256,
    o.domain AS domain,
    o.operator AS operator,
    o.opset AS opset,
    o.dtype AS dtype,
    o.nodes AS nodes,
    (SELECT sum(every.nodes) FROM model_operators every WHERE every.model_key = o.model_key) AS nodes_in_model,
    t.id AS target,
    t.backend AS hardware,
    c.verdict AS verdict,
    e.code AS code,
    e.message AS message
FROM attempts a
JOIN case_runs c ON c.id = a.case_run_id
JOIN models m ON m.key = c.model_key
JOIN model_operators o ON o.model_key = c.model_key
JOIN targets t ON t.key = a.target_key
LEFT JOIN errors e ON e.attempt_id = a.id
WHERE a.retry = 0;

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
