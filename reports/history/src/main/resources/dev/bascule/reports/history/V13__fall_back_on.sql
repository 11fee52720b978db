-- History, version 13: which failures were to move on to the next backend of a chain. NULL: recorded before that was kept.

ALTER TABLE case_runs ADD COLUMN fall_back_on VARCHAR[];
