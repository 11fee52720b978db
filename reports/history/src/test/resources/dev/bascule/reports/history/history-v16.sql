-- What the verdict on outputs rests on: the first attempt has an output that shows nothing.
UPDATE numerics SET checked_values = 8, checked_outputs = 1, checked_inputs = 1, checked_steps = 1, checked_data_sets = 0,
    not_judged = ['count'], not_judged_why = ['CONSTANT'] WHERE attempt_id = 1;
