-- Outputs have shapes. The first attempt has two outputs.
UPDATE attempts SET output_names = ['logits', 'count'], output_types = ['float32', 'int64'], output_shapes = ['[1,2]', '[]'] WHERE id = 1;
UPDATE attempts SET output_names = [], output_types = [], output_shapes = [] WHERE id > 1;
