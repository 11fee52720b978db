-- Version 8: what an attempt cost.
INSERT INTO attempt_usage (attempt_id, span_ns, inferences, throttled, watched, unwatched) VALUES
    (1, 200000000, 7, true, ['clock'], ['heat: no sensor']);
INSERT INTO usage_figures (attempt_id, position, subject, quantity, unit, value, words) VALUES
    (1, 0, 'machine', 'cpu-utilization', 'share', 0.5, '/proc/stat'),
    (1, 1, 'cpu', 'temperature-max', 'degC', NULL, 'no sensor');
INSERT INTO throttle_causes (attempt_id, position, kind, detail) VALUES (1, 0, 'FREQUENCY', 'from 3 GHz to 2 GHz');
