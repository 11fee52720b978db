-- Version 10: what a fingerprint is made of.
UPDATE machines SET fingerprint_parts = MAP {'cpu': 'a CPU'}, software = MAP {'driver mesa': '25.1'} WHERE key = 'm1';
