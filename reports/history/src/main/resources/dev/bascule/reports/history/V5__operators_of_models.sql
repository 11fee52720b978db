-- History, version 5: operators of models with opset and dtype, so that results can be asked for by operator. A migration
-- that was published is never changed.

-- Models of earlier versions have no rows here. dtype is NULL where the model does not tell it.
CREATE TABLE model_operators (
    model_key VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    domain VARCHAR NOT NULL,
    operator VARCHAR NOT NULL,
    opset BIGINT NOT NULL,
    dtype VARCHAR,
    nodes INTEGER NOT NULL
);

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
