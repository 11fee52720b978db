-- Version 4: a tolerance in units in the last place, and zeros of the other sign.
UPDATE numerics SET tolerance_measure = 'ulp', tolerance = 0, tolerance_ulp = 300, signed_zeros = 2 WHERE attempt_id = 1;
