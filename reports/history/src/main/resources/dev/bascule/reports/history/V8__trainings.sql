-- History, version 8. A step that was published is never changed: its checksum is kept in each file.

-- What one target made of a training with one seed. It is of no run of cases, and no cell, score or baseline is made of it.
-- command_id: of the command that trained, as runs have them; number: among its targets and seeds, from 1 on. machine: fingerprint.
-- software, state_seen, proof and others are NULL where nothing tells. learning_rate and clip: NULL for the usual one, and none.
-- exact_furthest: in standard deviations of rounding. imported: read from another history, so that nobody here vouches for it.
CREATE TABLE training_runs (
    id BIGINT PRIMARY KEY,
    command_id VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    began_at TIMESTAMP_NS NOT NULL,
    product VARCHAR NOT NULL,
    machine VARCHAR,
    target VARCHAR NOT NULL,
    backend VARCHAR NOT NULL,
    browser VARCHAR,
    engine_name VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    engine_build VARCHAR,
    software BOOLEAN,
    state_asked VARCHAR NOT NULL,
    state_seen VARCHAR,
    threads INTEGER,
    graph_optimization VARCHAR,
    network VARCHAR NOT NULL,
    parameters BIGINT NOT NULL,
    data VARCHAR NOT NULL,
    data_sha256 VARCHAR NOT NULL,
    train_samples INTEGER NOT NULL,
    test_samples INTEGER NOT NULL,
    classes INTEGER NOT NULL,
    chance DOUBLE NOT NULL,
    optimizer VARCHAR NOT NULL,
    learning_rate DOUBLE,
    clip DOUBLE,
    batch INTEGER NOT NULL,
    planned_steps INTEGER NOT NULL,
    resident BOOLEAN NOT NULL,
    seed BIGINT NOT NULL,
    verdict VARCHAR NOT NULL,
    failure VARCHAR,
    reason VARCHAR,
    proof VARCHAR,
    placement VARCHAR,
    exact_steps INTEGER NOT NULL,
    exact_furthest DOUBLE,
    like_native VARCHAR,
    first_other_step INTEGER,
    repeated BOOLEAN,
    resumed BOOLEAN,
    notes VARCHAR[] NOT NULL,
    imported BOOLEAN NOT NULL
);

-- Each step as it was measured; times in milliseconds are NULL where nobody took them.
CREATE TABLE training_steps (
    training_id BIGINT NOT NULL,
    step BIGINT NOT NULL,
    loss DOUBLE NOT NULL,
    feed_ms DOUBLE,
    step_ms DOUBLE
);

-- What the parameters of a step were worth on held-out data. trained_ns: feeding and stepping until then.
CREATE TABLE training_evaluations (
    training_id BIGINT NOT NULL,
    step BIGINT NOT NULL,
    trained_ns BIGINT NOT NULL,
    answered_right INTEGER NOT NULL,
    asked INTEGER NOT NULL
);

-- The gradients of each parameter beside the exact ones: the furthest in standard deviations of rounding, the length of the error by
-- that of the gradient, elements beyond rounding, and how far the exact gradient is off a finite difference.
CREATE TABLE training_gradients (
    training_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    elements BIGINT NOT NULL,
    furthest DOUBLE NOT NULL,
    relative DOUBLE NOT NULL,
    beyond BIGINT NOT NULL,
    difference DOUBLE
);

-- Trainings with what their samples give: of those that are not right there is no speed. Nothing reads it back.
CREATE VIEW trainings AS
SELECT
    r.*,
    s.steps,
    s.last_loss,
    e.answered_right / e.asked AS accuracy,
    g.furthest AS gradients_furthest,
    CASE WHEN r.verdict IN ('PASS', 'PARTIAL', 'FELL_BACK') THEN 1000.0 * r.batch / (s.feed_ms + s.step_ms) END
        AS samples_per_second
FROM training_runs r
LEFT JOIN (
    SELECT training_id, count(*) AS steps, arg_max(loss, step) AS last_loss, median(feed_ms) AS feed_ms, median(step_ms) AS step_ms
    FROM training_steps GROUP BY training_id
) s ON s.training_id = r.id
LEFT JOIN (
    SELECT training_id, arg_max(answered_right, step) AS answered_right, arg_max(asked, step) AS asked
    FROM training_evaluations GROUP BY training_id
) e ON e.training_id = r.id
LEFT JOIN (
    SELECT training_id, max(furthest) AS furthest FROM training_gradients GROUP BY training_id
) g ON g.training_id = r.id;
