-- History, version 7. A step that was published is never changed: its checksum is kept in each file.

-- When a job was over, by the coordinator's clock; NULL of one that is not, and of those that were over before.
ALTER TABLE ledger_jobs ADD COLUMN ended_at TIMESTAMP_NS;
