-- History, version 10: what a machine's fingerprint is made of, and what worked on it (drivers, browsers, engines) with
-- versions. NULL: recorded before the parts were kept, or of a machine that only its browser speaks for. The fingerprint
-- remains the machine's key; each state of a machine is a row of its own.

ALTER TABLE machines ADD COLUMN fingerprint_parts MAP(VARCHAR, VARCHAR);
ALTER TABLE machines ADD COLUMN software MAP(VARCHAR, VARCHAR);
