-- History, version 6. A step that was published is never changed: its checksum is kept in each file.

-- Why a cell was not run; NULL where its run was stopped before it, as all were before.
ALTER TABLE unrun_cells ADD COLUMN reason VARCHAR;
