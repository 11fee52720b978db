-- One node of two is multiplied by zero.
UPDATE model_operators SET nodes = 2, influencing = 1;
