-- History, version 14: cells that an interrupted run did not come to, and how a run came by its models. download_ns is NULL
-- where the network brought nothing, and reason says why.
CREATE TABLE unrun_cells (
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    case_id VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    chain VARCHAR[] NOT NULL,
    browsers VARCHAR[] NOT NULL,
    PRIMARY KEY (run_id, position)
);
CREATE TABLE run_models (
    run_id VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    reference VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    download_ns BIGINT,
    reason VARCHAR,
    PRIMARY KEY (run_id, position)
);
