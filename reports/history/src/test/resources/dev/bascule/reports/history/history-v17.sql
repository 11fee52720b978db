-- Version 17: where blocks end, and where a run came from.
UPDATE comparisons SET baseline_blocks = [1, 1], own_blocks = [1, 1] WHERE attempt_id = 1;
UPDATE runs SET origins = ['merged'] WHERE id = 'old';
