-- History, version 10. A step that was published is never changed: its checksum is kept in each file.

-- elsewhere: the worker of a pool that computed it, the last one, on its machine; NULL where it was computed where the training was, and of replicas that
-- were kept before.
ALTER TABLE training_replicas ADD COLUMN elsewhere VARCHAR;
