-- History, version 6: which of a suite's cases a run was to run.

-- One row for each run that said so. sample and the shard's columns are NULL where it was neither drawn nor divided.
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
