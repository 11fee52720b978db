-- Version 13: which failures move on.
UPDATE case_runs SET fall_back_on = ['unsupported', 'wasm-trap'] WHERE run_id = 'old';
