-- History, version 16: what the verdict on outputs rests on. values counts those of the reference that outputs were held against,
-- each once; inputs are distinct by a hash of their bytes; data sets are published ones. Outputs that show nothing of whether a
-- backend computes rightly have their name and the reason's word in two lists of equal length. NULL: recorded before that was kept.

ALTER TABLE numerics ADD COLUMN checked_values BIGINT;
ALTER TABLE numerics ADD COLUMN checked_outputs INTEGER;
ALTER TABLE numerics ADD COLUMN checked_inputs INTEGER;
ALTER TABLE numerics ADD COLUMN checked_steps INTEGER;
ALTER TABLE numerics ADD COLUMN checked_data_sets INTEGER;
ALTER TABLE numerics ADD COLUMN not_judged VARCHAR[];
ALTER TABLE numerics ADD COLUMN not_judged_why VARCHAR[];
