-- Version 14: a cell that a run did not come to, and how it came by two models.
INSERT INTO unrun_cells (run_id, position, case_id, side, chain, browsers) VALUES
    ('old', 0, 'quickstart:text:late;batch=1', 'BROWSER', ['webgpu', 'wasm'], ['Chromium 156']);
INSERT INTO run_models (run_id, position, reference, sha256, download_ns, reason) VALUES
    ('old', 0, 'hf:org/repo', 'ab', 1500000000, NULL),
    ('old', 1, 'bert-micro', 'cd', NULL, 'made on this machine');
