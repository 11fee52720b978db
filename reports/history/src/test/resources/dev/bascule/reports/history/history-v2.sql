-- What version 2 added: a retry, what memory was made of, a scenario.
INSERT INTO attempts (id, case_run_id, position, target_key, outcome, started_at, elapsed_ns, retry, memory_peak_bytes,
        memory_source, memory_after_bytes, memory_parts) VALUES
    (4, 3, 1, 't3', 'CRASHED', '2026-01-02 03:04:12', 900000000, 1, NULL, NULL, NULL, NULL);
INSERT INTO evidence (attempt_id, proof, requested, granted, proven, nodes, partitions, software, device_type, facts, notes)
VALUES (4, 'UNKNOWN', 'webgpu', NULL, NULL, MAP {}, NULL, NULL, NULL, MAP {}, []);
INSERT INTO errors (attempt_id, code, severity, category, message, remedies) VALUES
    (4, 'RUNNER_CRASHED', 'ERROR', 'COMPONENT', 'the page crashed again', []);
UPDATE attempts SET memory_after_bytes = 171000000, memory_parts = MAP {'heap': 9000000} WHERE id = 2;
INSERT INTO scenarios (id, run_id, position, scenario, case_id, model_name, target_key, verdict, started_at, elapsed_ns, notes,
        reproduce, code, severity, category, message, remedies) VALUES
    (1, 'old', 0, 'soak', 'quickstart:embedding:bert-tiny;batch=1', 'bert-tiny', 't1', 'PASS', '2026-01-02 03:04:20', 5000000,
        ['steady'], 'bascule run', NULL, NULL, NULL, NULL, NULL);
INSERT INTO figures (scenario_id, position, name, unit, samples, value, ci_low, ci_high) VALUES
    (1, 0, 'growth, total', 'bytes', [1.0, 2.0, 3.0], 2.0, 1.0, 3.0);
