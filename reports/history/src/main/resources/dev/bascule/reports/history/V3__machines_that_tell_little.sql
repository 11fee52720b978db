-- History, version 3: an attached device's browser does not tell how much memory it has. NULL: not told.

ALTER TABLE machines ALTER COLUMN memory_bytes DROP NOT NULL;
