-- Version 7: a case that could not be read.
INSERT INTO unread_cases (run_id, position, case_id, code, message) VALUES
    ('old', 0, 'quickstart:embedding:broken', 'MODEL_TRUNCATED', 'it ends too soon');
