-- History, version 11: the cells of the matrix, one row for each run and place, ready to be shown. They say nothing that the
-- tables above them do not: they are made of these again whenever the rule by which they are made (derived_tables) changes.

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

-- case_run_id is unique: the case run that the cell shows. began is false where nothing was there to run it on.
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
    software BOOLEAN NOT NULL,
    requested VARCHAR NOT NULL,
    actual VARCHAR,
    code VARCHAR,
    message VARCHAR,
    noise VARCHAR,
    throttled BOOLEAN NOT NULL,
    merged INTEGER NOT NULL
);
