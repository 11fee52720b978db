-- History, version 2. A step that was published is never changed: its checksum is kept in each file.

-- What models ask of a machine: the kernels of the graph that an engine made of one, for inputs of certain shapes. Of one model,
-- inputs, engine and threads there is one. Times are those of the machine where it was learned last.
CREATE TABLE model_work (
    id BIGINT PRIMARY KEY,
    model_sha256 VARCHAR NOT NULL,
    inputs VARCHAR NOT NULL,
    engine_name VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    engine_build VARCHAR,
    threads INTEGER NOT NULL
);

-- Kernels of one operator, provider, types and shapes: how many of them one inference runs, and what they took together. Tensors
-- are in order, each a type and a shape such as float[1,3,224,224].
CREATE TABLE work_kernels (
    work_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    operator VARCHAR NOT NULL,
    provider VARCHAR NOT NULL,
    inputs VARCHAR[] NOT NULL,
    outputs VARCHAR[] NOT NULL,
    count INTEGER NOT NULL,
    millis DOUBLE NOT NULL
);
