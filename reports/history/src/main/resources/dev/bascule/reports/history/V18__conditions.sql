-- History, version 18: what case runs were fed and how they were to be timed. inputs_sha256 is NULL where it was recorded before
-- that was kept: such cells are compared with such cells only.

ALTER TABLE case_runs ADD COLUMN inputs_sha256 VARCHAR;
-- NULL where nothing was generated.
ALTER TABLE case_runs ADD COLUMN inputs_seed BIGINT;
-- In the model's order: one name, type, shape such as [1,128], and number of steps each.
ALTER TABLE case_runs ADD COLUMN input_names VARCHAR[];
ALTER TABLE case_runs ADD COLUMN input_types VARCHAR[];
ALTER TABLE case_runs ADD COLUMN input_shapes VARCHAR[];
ALTER TABLE case_runs ADD COLUMN input_steps VARCHAR[];
-- Dynamic dimensions: given, batch, from-input, chosen, solved or tried.
ALTER TABLE case_runs ADD COLUMN dim_names VARCHAR[];
ALTER TABLE case_runs ADD COLUMN dim_sizes VARCHAR[];
ALTER TABLE case_runs ADD COLUMN dim_origins VARCHAR[];
ALTER TABLE case_runs ADD COLUMN dim_notes VARCHAR[];
-- Counts, and durations in whole nanoseconds, by name; NULL where it was not to be timed.
ALTER TABLE case_runs ADD COLUMN timing_plan MAP(VARCHAR, BIGINT);
