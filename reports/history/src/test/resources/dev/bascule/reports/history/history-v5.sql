-- Version 5: a model's operators with opset and dtype.
INSERT INTO model_operators (model_key, position, domain, operator, opset, dtype, nodes) VALUES
    ('k1', 0, 'ai.onnx', 'MatMul', 17, 'float32', 28);
