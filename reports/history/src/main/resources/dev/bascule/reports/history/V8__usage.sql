-- History, version 8: what the timed inferences of an attempt cost the machine, and what held it back.

-- One row for each attempt that was watched. throttled is NULL where nothing could be watched.
CREATE TABLE attempt_usage (
    attempt_id BIGINT PRIMARY KEY,
    span_ns BIGINT NOT NULL,
    inferences BIGINT NOT NULL,
    throttled BOOLEAN,
    watched VARCHAR[] NOT NULL,
    unwatched VARCHAR[] NOT NULL
);

-- Every figure that was looked for; value is NULL where it is unknown, and words say why; else its source.
CREATE TABLE usage_figures (
    attempt_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    subject VARCHAR NOT NULL,
    quantity VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    value DOUBLE,
    words VARCHAR NOT NULL,
    PRIMARY KEY (attempt_id, position)
);

CREATE TABLE throttle_causes (
    attempt_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    detail VARCHAR NOT NULL,
    PRIMARY KEY (attempt_id, position)
);
