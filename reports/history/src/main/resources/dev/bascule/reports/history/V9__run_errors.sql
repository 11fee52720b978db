-- History, version 9: what failed anywhere in a run, counted. The table errors stays what it was: of attempts. backend and
-- browser are NULL where it was about none.
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
