-- Version 9: what failed beside the cells.
INSERT INTO run_errors (run_id, position, component, backend, browser, code, severity, category, message, remedies, times,
        first_at, last_at) VALUES
    ('old', 0, 'launch', 'cuda', NULL, 'PROBE_CRASHED', 'ERROR', 'DETECTION', 'SIGSEGV', ['bascule doctor'], 3,
        '2026-01-02 03:04:06', '2026-01-02 03:04:07');
