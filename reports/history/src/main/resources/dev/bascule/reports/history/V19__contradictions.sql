-- History, version 19: what the host knows otherwise than a runner's proof says.

-- One rule and one sentence each, in the same order. NULL: recorded before proof was held against anything; empty: nothing
-- contradicted it.
ALTER TABLE evidence ADD COLUMN contradiction_rules VARCHAR[];
ALTER TABLE evidence ADD COLUMN contradictions VARCHAR[];
