-- History, version 17: where the blocks of a comparison end, and where a run came from.

-- How many samples each block has, in order; the i-th blocks of both sides are a pair. NULL: recorded before that was kept.
ALTER TABLE comparisons ADD COLUMN baseline_blocks INTEGER[];
ALTER TABLE comparisons ADD COLUMN own_blocks INTEGER[];

-- What each of its ways here was: imported, merged. Empty: measured by what wrote it. NULL: written before that was kept.
ALTER TABLE runs ADD COLUMN origins VARCHAR[];
