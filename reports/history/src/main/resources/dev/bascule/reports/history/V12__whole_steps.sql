-- History, version 12. A step that was published is never changed: its checksum is kept in each file.

-- resumed_from, resumed_state, resumed_step: name of the checkpoint that a training went on from, SHA-256 of the state in it, and the step after
-- which it was written; NULL of one that began anew, and of those that were kept before.
DROP VIEW trainings;
ALTER TABLE training_runs ADD COLUMN resumed_from VARCHAR;
ALTER TABLE training_runs ADD COLUMN resumed_state VARCHAR;
ALTER TABLE training_runs ADD COLUMN resumed_step BIGINT;

-- losses_apart: relative distance of the two losses, of the target and of native CPU, that lie furthest apart; NULL where none has other bits, where
-- one is no number, and of those that were kept before.
ALTER TABLE training_runs ADD COLUMN losses_apart DOUBLE;

-- samples_per_second is the batch over the median of whole steps, feed and step of each together, as a comparison and every report have it.
-- Before it was over the sum of the two medians, which is shorter where pauses fall now into one and now into the other.
-- Trainings with what their samples give: of those that are not right there is no speed. Nothing reads it back.
CREATE VIEW trainings AS
SELECT
    r.*,
    s.steps,
    s.last_loss,
    e.answered_right / e.asked AS accuracy,
    g.furthest AS gradients_furthest,
    CASE WHEN r.verdict IN ('PASS', 'PARTIAL', 'FELL_BACK') THEN 1000.0 * r.batch / nullif(s.whole_ms, 0) END
        AS samples_per_second
FROM training_runs r
LEFT JOIN (
    SELECT training_id, count(*) AS steps, arg_max(loss, step) AS last_loss, median(feed_ms + step_ms) AS whole_ms
    FROM training_steps GROUP BY training_id
) s ON s.training_id = r.id
LEFT JOIN (
    SELECT training_id, arg_max(answered_right, step) AS answered_right, arg_max(asked, step) AS asked
    FROM training_evaluations GROUP BY training_id
) e ON e.training_id = r.id
LEFT JOIN (
    SELECT training_id, max(furthest) AS furthest FROM training_gradients GROUP BY training_id
) g ON g.training_id = r.id;
