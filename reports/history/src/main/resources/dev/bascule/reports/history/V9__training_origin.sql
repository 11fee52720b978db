-- History, version 9. A step that was published is never changed: its checksum is kept in each file.

-- model_sha256: of the .onnx file whose weights were trained on; NULL of a network that is made here. chain_asked: the chain that came
-- to the backend; NULL where the backend was asked for by itself. Of trainings that were kept before both are NULL.
DROP VIEW trainings;
ALTER TABLE training_runs ADD COLUMN model_sha256 VARCHAR;
ALTER TABLE training_runs ADD COLUMN chain_asked VARCHAR;

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

-- Places that trained a network together, in the order of their ranks; none of a training at one place. rounds: in which what it brought was
-- added up; proof and placement: of its last session, NULL where nothing tells.
CREATE TABLE training_replicas (
    training_id BIGINT NOT NULL,
    rank INTEGER NOT NULL,
    target VARCHAR NOT NULL,
    backend VARCHAR NOT NULL,
    browser VARCHAR,
    engine_name VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    engine_build VARCHAR,
    software BOOLEAN,
    samples INTEGER NOT NULL,
    rounds BIGINT NOT NULL,
    proof VARCHAR,
    placement VARCHAR
);
