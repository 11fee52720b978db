-- History, version 11. A step that was published is never changed: its checksum is kept in each file.

-- What one command made of a model, and measured. It is of no run of cases, and no cell, score or baseline is made of it.
-- command_id: as runs have them. machine: fingerprint. data_sha256: of samples, labels and split. chance: NULL without labels.
-- imported: read from another history, so that nobody here vouches for it.
CREATE TABLE quantization_runs (
    id BIGINT PRIMARY KEY,
    command_id VARCHAR NOT NULL,
    began_at TIMESTAMP_NS NOT NULL,
    product VARCHAR NOT NULL,
    machine VARCHAR NOT NULL,
    model VARCHAR NOT NULL,
    model_sha256 VARCHAR NOT NULL,
    data VARCHAR NOT NULL,
    data_sha256 VARCHAR NOT NULL,
    judging INTEGER NOT NULL,
    calibrating INTEGER NOT NULL,
    chance DOUBLE,
    budget VARCHAR NOT NULL,
    seed BIGINT NOT NULL,
    flags VARCHAR[] NOT NULL,
    notes VARCHAR[] NOT NULL,
    interrupted BOOLEAN NOT NULL,
    imported BOOLEAN NOT NULL
);

-- The model as it is, then what methods made of it. refused: why there is no file; else the file's columns are there. peer: whose
-- program made it, NULL of what is made here.
CREATE TABLE quantization_variants (
    quantization_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    summary VARCHAR NOT NULL,
    sha256 VARCHAR,
    bytes BIGINT,
    deflated BIGINT,
    recipe VARCHAR,
    refused VARCHAR,
    peer VARCHAR,
    notes VARCHAR[] NOT NULL,
    flags VARCHAR[] NOT NULL
);

-- What a variant (by its position) has of a weight. alone: what outputs lost when this layer alone had that many bits. Counts of
-- elements in bins of one width from low to high are NULL where nobody counted.
CREATE TABLE quantization_layers (
    quantization_id BIGINT NOT NULL,
    variant INTEGER NOT NULL,
    position INTEGER NOT NULL,
    weight VARCHAR NOT NULL,
    operator VARCHAR NOT NULL,
    elements BIGINT NOT NULL,
    bits INTEGER NOT NULL,
    bytes_before BIGINT NOT NULL,
    bytes_after BIGINT NOT NULL,
    error DOUBLE NOT NULL,
    alone_bits INTEGER[] NOT NULL,
    alone DOUBLE[] NOT NULL,
    low DOUBLE,
    high DOUBLE,
    counts_before BIGINT[],
    counts_after BIGINT[]
);

-- loss: by what variants are judged, NULL where nothing is known. advised: NULL where nothing was measured; keeps: whether it surely
-- keeps the budget, else it is the nearest.
CREATE TABLE quantization_targets (
    quantization_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    target VARCHAR NOT NULL,
    loss VARCHAR,
    notes VARCHAR[] NOT NULL,
    advised VARCHAR,
    keeps BOOLEAN NOT NULL,
    advice VARCHAR[] NOT NULL
);

-- One variant measured on a target (by its position). Ends of 95 % intervals are NULL where there is none; figures are NULL where
-- nobody knows them. p: McNemar's; divergence in nats; lost in the target's kind of loss; ratio: of its time to the unquantised
-- model's; unmetered: why joules are not known.
CREATE TABLE quantization_points (
    quantization_id BIGINT NOT NULL,
    target INTEGER NOT NULL,
    position INTEGER NOT NULL,
    variant VARCHAR NOT NULL,
    role VARCHAR NOT NULL,
    bytes BIGINT NOT NULL,
    samples INTEGER NOT NULL,
    accuracy DOUBLE,
    accuracy_low DOUBLE,
    accuracy_high DOUBLE,
    p DOUBLE,
    agreement DOUBLE,
    divergence DOUBLE,
    greatest DOUBLE,
    lost DOUBLE,
    lost_low DOUBLE,
    lost_high DOUBLE,
    perplexity DOUBLE,
    cosine DOUBLE,
    order_lost DOUBLE,
    order_lost_low DOUBLE,
    order_lost_high DOUBLE,
    p50_ms DOUBLE NOT NULL,
    p95_ms DOUBLE,
    ratio DOUBLE,
    ratio_low DOUBLE,
    ratio_high DOUBLE,
    create_ms DOUBLE,
    memory_bytes BIGINT,
    joules DOUBLE,
    unmetered VARCHAR,
    placement VARCHAR NOT NULL,
    computed VARCHAR NOT NULL,
    dominated_by VARCHAR[] NOT NULL,
    flags VARCHAR[] NOT NULL
);

-- Variants that came to nothing on a target.
CREATE TABLE quantization_failures (
    quantization_id BIGINT NOT NULL,
    target INTEGER NOT NULL,
    position INTEGER NOT NULL,
    variant VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    message VARCHAR NOT NULL
);

-- Points with what they are of: on_front as the report has it. Nothing reads it back.
CREATE VIEW quantizations AS
SELECT
    r.command_id,
    r.began_at,
    r.machine,
    r.model,
    r.model_sha256,
    r.data,
    r.imported,
    t.target AS target_id,
    t.loss,
    t.advised IS NOT DISTINCT FROM p.variant AND t.keeps AS is_advised,
    v.sha256,
    v.deflated,
    p.role <> 'AGAIN' AND (p.role = 'ORIGINAL' OR p.lost IS NOT NULL) AND len(p.dominated_by) = 0 AND len(p.flags) = 0 AS on_front,
    p.* EXCLUDE (quantization_id, target, position)
FROM quantization_points p
JOIN quantization_runs r ON r.id = p.quantization_id
JOIN quantization_targets t ON t.quantization_id = p.quantization_id AND t.position = p.target
LEFT JOIN quantization_variants v ON v.quantization_id = p.quantization_id AND v.name = p.variant;
