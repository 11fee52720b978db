-- History, version 12: which program made a run, and in which version. NULL: recorded before that was kept. And a cell of which
-- nobody said whether its adapter is a software one says so: NULL, where it was false before. Cells are made anew, as their rule
-- (derived_tables) is another now.

ALTER TABLE runs ADD COLUMN tool_name VARCHAR;
ALTER TABLE runs ADD COLUMN tool_version VARCHAR;
ALTER TABLE cells ALTER COLUMN software DROP NOT NULL;
