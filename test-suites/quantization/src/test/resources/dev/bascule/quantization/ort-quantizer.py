"""Writes ort-quantizer.tsv: what onnxruntime.quantization makes of the corpora's MNIST model.

    pip install onnx==1.23.2 onnxruntime==1.29.0
    python ort-quantizer.py ../shared/corpora/models/mnist/model.onnx > ort-quantizer.tsv

Lines: weight NAME AXIS HEX-OF-INT8 SCALES | activation NAME SCALE ZERO-POINT | range NAME LOW HIGH
"""
import sys, tempfile, os
import numpy as np, onnx, onnxruntime as ort
from onnx import numpy_helper, version_converter
from onnxruntime.quantization import (CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, create_calibrator, quantize_static)

folder = tempfile.mkdtemp()
plain, folded, made = (os.path.join(folder, n) for n in ("plain.onnx", "folded.onnx", "made.onnx"))
onnx.save(version_converter.convert_version(onnx.load(sys.argv[1]), 13), plain)
options = ort.SessionOptions()
options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
options.add_session_config_entry("optimization.disable_specified_optimizers", "")
options.optimized_model_filepath = folded
ort.InferenceSession(plain, options, disabled_optimizers=["MatMulAddFusion", "ReluClipFusion"])


class Samples(CalibrationDataReader):
    def __init__(self):
        self.left = [np.array([(i * (37 + 2 * k)) % 256 / 256 for i in range(784)], np.float32).reshape(1, 1, 28, 28) for k in range(3)]

    def get_next(self):
        return {"Input3": self.left.pop(0)} if self.left else None


calibrator = create_calibrator(folded, augmented_model_path=os.path.join(folder, "augmented.onnx"), calibrate_method=CalibrationMethod.MinMax)
calibrator.collect_data(Samples())
for name, data in sorted(calibrator.compute_data().items()):
    low, high = (float(np.asarray(v).ravel()[0]) for v in data.range_value)
    print("range", name, low.hex(), high.hex(), sep="\t")
quantize_static(folded, made, Samples(), quant_format=QuantFormat.QDQ, per_channel=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
                calibrate_method=CalibrationMethod.MinMax)
model = onnx.load(made)
constants = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
for node in model.graph.node:
    if node.op_type == "DequantizeLinear" and node.input[0] in constants and constants[node.input[0]].dtype == np.int8:
        q, scale = constants[node.input[0]], constants[node.input[1]]
        axis = next((a.i for a in node.attribute if a.name == "axis"), 1)
        print("weight", node.input[0], axis, q.tobytes().hex(), ",".join(float(s).hex() for s in scale.ravel()), sep="\t")
    if node.op_type == "QuantizeLinear":
        print("activation", node.input[0], float(constants[node.input[1]]).hex(), int(constants[node.input[2]]), sep="\t")
