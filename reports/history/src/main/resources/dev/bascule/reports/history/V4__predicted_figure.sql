-- History, version 4. A step that was published is never changed: its checksum is kept in each file.

-- Of which figure of the samples a prediction is: MEDIAN, as all were before, or MINIMUM. Each is held against its own.
ALTER TABLE predictions ADD COLUMN figure VARCHAR DEFAULT 'MEDIAN';
ALTER TABLE predictions ALTER COLUMN figure SET NOT NULL;
