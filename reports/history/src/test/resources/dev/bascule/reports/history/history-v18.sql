-- Case runs say what they were fed and how they were to be timed.
UPDATE case_runs SET inputs_sha256 = 'abcd', inputs_seed = 42, input_names = ['ids'], input_types = ['int64'],
    input_shapes = ['[1,128]'], input_steps = ['1'], dim_names = ['sequence'], dim_sizes = ['128'], dim_origins = ['chosen'],
    dim_notes = ['usual for a sequence'],
    timing_plan = MAP {'minIterations': 20, 'minDurationNs': 200000000, 'softwareIterations': 6, 'warmUpLimitNs': 2000000000,
        'measureLimitNs': 5000000000, 'threads': 1}
    WHERE run_id = 'old';
