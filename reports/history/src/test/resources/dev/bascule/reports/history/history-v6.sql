-- Version 6: which cases were selected.
INSERT INTO selections (run_id, cases, whole_hash, filters, sample, shard_parts, shard_of, shuffled) VALUES
    ('old', 3, '77', ['*bert*'], 2, ['1'], 4, true);
