-- Version 3: a machine whose memory nobody told.
INSERT INTO machines (key, fingerprint, os, cpu_name, cpu_cores, cpu_features, memory_bytes) VALUES
    ('m2', 'dddddddddddddddd', 'Android 15', 'not told by the browser', 8, [], NULL);
INSERT INTO runs (id, started_at, finished_at, suite, suite_hash, seed, command, interrupted, machine_key) VALUES
    ('phone', '2026-01-03 03:04:05', '2026-01-03 03:05:05', 'quickstart', '55', 7, 'bascule serve', true, 'm2');
