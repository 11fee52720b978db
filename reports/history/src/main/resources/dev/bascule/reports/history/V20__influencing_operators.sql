-- History, version 20: of a model's nodes, how many its outputs follow.

-- Recorded before: nobody looked, so all of them count as they did.
ALTER TABLE model_operators ADD COLUMN influencing INTEGER;
UPDATE model_operators SET influencing = nodes;
