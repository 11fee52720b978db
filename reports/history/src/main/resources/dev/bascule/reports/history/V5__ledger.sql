-- History, version 5. A step that was published is never changed: its checksum is kept in each file.

-- The book of a coordinator: jobs that were submitted to it, each try of one, and who was let in. It is of no run, and no cell, verdict,
-- score or baseline is made of it. Instants are the coordinator's.

-- request: the whole of what was asked, as JSON. requirement: the same of the machine, for people. failure: why it failed for good, as JSON.
CREATE TABLE ledger_jobs (
    id VARCHAR NOT NULL PRIMARY KEY,
    run VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    requirement VARCHAR NOT NULL,
    state VARCHAR NOT NULL,
    priority INTEGER NOT NULL,
    owner VARCHAR NOT NULL,
    submitted_at TIMESTAMP_NS NOT NULL,
    request VARCHAR NOT NULL,
    failure VARCHAR
);

-- attempt: from 1. product: the worker's version of Bascule. policy: what placed it. took: nanoseconds by the worker's own clock. result: SHA-256 of what the worker sent.
-- failure: JSON; of one that is done, why cells of it failed for a reason of the hardware.
CREATE TABLE ledger_attempts (
    job VARCHAR NOT NULL,
    attempt INTEGER NOT NULL,
    worker VARCHAR NOT NULL,
    hardware VARCHAR NOT NULL,
    product VARCHAR NOT NULL,
    state VARCHAR NOT NULL,
    policy VARCHAR NOT NULL,
    because VARCHAR NOT NULL,
    placed_at TIMESTAMP_NS NOT NULL,
    began_at TIMESTAMP_NS,
    ended_at TIMESTAMP_NS,
    took BIGINT,
    failure VARCHAR,
    result VARCHAR,
    PRIMARY KEY (job, attempt)
);

-- role: WORKER or SUBMITTER. secret: SHA-256 of the token's secret. inventory: JSON, as the worker said last.
CREATE TABLE ledger_members (
    id VARCHAR NOT NULL PRIMARY KEY,
    role VARCHAR NOT NULL,
    secret VARCHAR NOT NULL,
    invited_at TIMESTAMP_NS NOT NULL,
    inventory VARCHAR,
    joined_at TIMESTAMP_NS,
    heard_at TIMESTAMP_NS,
    revoked BOOLEAN NOT NULL
);
