-- History, version 4: a tolerance may also be absolute, absolute and relative, or in units in the last place. A row of an
-- earlier version has no measure and is 'scaled': tolerance * (|expected| + root mean square). 'close' is
-- tolerance_absolute + tolerance * |expected|; 'ulp' is tolerance_ulp representable numbers. signed_zeros counts the
-- elements that are equal but for the sign of zero; NULL: not counted.

ALTER TABLE numerics ADD COLUMN tolerance_measure VARCHAR;
ALTER TABLE numerics ADD COLUMN tolerance_absolute DOUBLE;
ALTER TABLE numerics ADD COLUMN tolerance_ulp DOUBLE;
ALTER TABLE numerics ADD COLUMN signed_zeros BIGINT;
