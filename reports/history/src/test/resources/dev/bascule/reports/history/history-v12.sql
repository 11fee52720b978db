-- Version 12: which program made a run.
UPDATE runs SET tool_name = 'bascule', tool_version = '0.1' WHERE id = 'old';
