-- History, version 3. A step that was published is never changed: its checksum is kept in each file.

-- What was predicted, as it was told, so that what is measured later can be held against it. It is of no run, and no cell, verdict,
-- score or baseline is made of it. maker: the command that said so. millis: of a warm inference. The three columns of the interval are
-- NULL where there was none. imported: read from another history, so that nobody here vouches for it. A prediction that only says again what was said last of the same is kept once.
CREATE TABLE predictions (
    made_at TIMESTAMP_NS NOT NULL,
    maker VARCHAR NOT NULL,
    model_name VARCHAR NOT NULL,
    model_sha256 VARCHAR NOT NULL,
    inputs VARCHAR NOT NULL,
    machine VARCHAR NOT NULL,
    target VARCHAR NOT NULL,
    threads INTEGER NOT NULL,
    level VARCHAR NOT NULL,
    regime VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    millis DOUBLE NOT NULL,
    interval_level DOUBLE,
    low_millis DOUBLE,
    high_millis DOUBLE,
    imported BOOLEAN NOT NULL
);
