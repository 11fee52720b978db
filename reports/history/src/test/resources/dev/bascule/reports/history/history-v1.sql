-- A run as version 1 wrote it, with the columns that there were. Made by hand; nothing in it was measured.
INSERT INTO machines (key, fingerprint, os, cpu_name, cpu_cores, cpu_features, memory_bytes) VALUES
    ('m1', 'f1e2d3c4b5a69788', 'Debian 12 x86-64', 'a CPU', 2, ['avx2', 'avx512f'], 8589934592);
INSERT INTO gpus (machine_key, position, name, vendor, software) VALUES ('m1', 0, 'llvmpipe', 'Mesa', true);
INSERT INTO targets (key, id, side, backend, accelerator, engine_name, engine_version, engine_build, browser_name,
        browser_version, browser_launcher, browser_flags, device_type, software, adapter) VALUES
    ('t1', 'chrome-153.0.1/onnxruntime-web-1.29.0+ort.wasm/wasm-cpu', 'BROWSER', 'wasm', 'CPU', 'onnxruntime-web', '1.29.0',
        'ort.wasm', 'Chrome', '153.0.1', 'playwright', ['--no-sandbox'], 'CPU', NULL, MAP {}),
    ('t2', 'native/onnxruntime-1.29.0/cpu-cpu', 'NATIVE', 'cpu', 'CPU', 'onnxruntime', '1.29.0', NULL, NULL, NULL, NULL, NULL,
        'CPU', NULL, MAP {}),
    ('t3', 'chrome-153.0.1/onnxruntime-web-1.29.0+ort.jspi/webgpu-gpu', 'BROWSER', 'webgpu', 'GPU', 'onnxruntime-web',
        '1.29.0', 'ort.jspi', 'Chrome', '153.0.1', 'playwright', ['--no-sandbox'], 'GPU', true, MAP {'vendor': 'google'});
INSERT INTO models (key, name, sha256, bytes, family, task, opsets, operators, parameters) VALUES
    ('k1', 'bert-tiny', 'aa00', 4400000, 'embedding', 'feature-extraction', MAP {'ai.onnx': 17}, MAP {'MatMul': 28}, 1100000);
INSERT INTO runs (id, started_at, finished_at, suite, suite_hash, seed, command, interrupted, machine_key) VALUES
    ('old', '2026-01-02 03:04:05.123456789', '2026-01-02 03:05:05', 'quickstart', '55', 7, 'bascule run', false, 'm1');
INSERT INTO run_phases (run_id, position, phase, elapsed_ns) VALUES ('old', 0, 'measuring', 21000000007);
INSERT INTO case_runs (id, run_id, position, case_id, model_key, chain, side, verdict, reproduce, row_key, column_key) VALUES
    (1, 'old', 0, 'quickstart:embedding:bert-tiny;batch=1', 'k1', ['wasm'], 'BROWSER', 'PASS', 'bascule run',
        'bert-tiny|aa00|bert-tiny|{batch=1}', 'Chrome 153|onnxruntime-web|wasm|cpu'),
    (2, 'old', 1, 'quickstart:embedding:bert-tiny;batch=1', 'k1', ['cpu'], 'NATIVE', 'PASS', 'bascule run',
        'bert-tiny|aa00|bert-tiny|{batch=1}', 'native|onnxruntime|cpu|cpu'),
    (3, 'old', 2, 'quickstart:embedding:bert-tiny;batch=1', 'k1', ['webgpu'], 'BROWSER', 'CRASHED', 'bascule run',
        'bert-tiny|aa00|bert-tiny|{batch=1}', 'Chrome 153|onnxruntime-web|webgpu|gpu');
INSERT INTO attempts (id, case_run_id, position, target_key, outcome, started_at, elapsed_ns, fetch_ns, create_ns, first_ns,
        dispose_ns, memory_peak_bytes, memory_source) VALUES
    (1, 1, 0, 't1', 'SUCCEEDED', '2026-01-02 03:04:06', 1234567891, 12345678, 98765432, 15000001, 1200000, NULL, NULL),
    (2, 2, 0, 't2', 'SUCCEEDED', '2026-01-02 03:04:08', 1234567891, NULL, 98765432, 15000001, 1200000, 181403648, 'VmHWM'),
    (3, 3, 0, 't3', 'CRASHED', '2026-01-02 03:04:09', 900000000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO samples (attempt_id, warm_up_ms, measured_ms, stable, noise) VALUES
    (1, [14.0], [10.25, 10.5, 9.75, 10.0, 10.125, 9.875, 10.0625], true, 'load 3.1'),
    (2, [3.0], [2.5, 2.5, 2.25, 2.75, 2.5, 2.5, 2.5], true, NULL);
INSERT INTO comparisons (case_run_id, attempt_id, baseline, own, baseline_ms, own_ms, ratio, ci_low, ci_high, pairs) VALUES
    (1, 1, 'native/onnxruntime-1.29.0/cpu-cpu', 'chrome-153.0.1/onnxruntime-web-1.29.0+ort.wasm/wasm-cpu',
        [2.5, 2.5], [10.0, 10.0], 4.0, NULL, NULL, 2);
INSERT INTO evidence (attempt_id, proof, requested, granted, proven, nodes, partitions, software, device_type, facts, notes)
VALUES
    (1, 'PROVEN', 'wasm', 'wasm', 'wasm', MAP {'wasm': 44}, NULL, NULL, 'CPU', MAP {'threads': '1'}, []),
    (2, 'PROVEN', 'cpu', 'cpu', 'cpu', MAP {'cpu': 44}, NULL, NULL, 'CPU', MAP {'threads': '1'}, []),
    (3, 'UNKNOWN', 'webgpu', NULL, NULL, MAP {}, NULL, NULL, NULL, MAP {}, []);
INSERT INTO numerics (attempt_id, reference, elements, outside, max_abs, max_rel, max_ulp, cosine, worst_output, worst_index,
        worst_got, worst_expected, tolerance, tolerance_basis, ok, checked_iterations) VALUES
    (1, 'NATIVE_CPU_UNOPTIMISED', 1536, 0, 3.5e-7, 2.1e-5, 212, 0.99999999, 'out', 77, '0.1', '0.2', 0.001, 'float32', true, 8),
    (2, 'NATIVE_CPU_UNOPTIMISED', 1536, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0.001, 'float32', true, 8);
INSERT INTO errors (attempt_id, code, severity, category, message, remedies) VALUES
    (3, 'RUNNER_CRASHED', 'ERROR', 'COMPONENT', 'the page crashed', ['again']);
INSERT INTO detections (id, run_id, hardware_type, available, name, features) VALUES
    (1, 'old', 'cpu', true, 'a CPU', MAP {'cores': '2'});
