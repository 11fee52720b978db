"""Quantises a model by ONNX Runtime's own quantizer. Bascule runs it: python -I SCRIPT FOLDER

FOLDER/request.json says what, and which files are the inputs of each sample. Of each scheme FOLDER/SCHEME.json says what came of it, and FOLDER/SCHEME.onnx is
what was made. What is printed is for people.
"""
import json
import os
import sys
import threading

FOLDER = sys.argv[1]


def at(name):
    return os.path.join(FOLDER, name)


def watch():
    """Whoever started this holds the other end: when that goes, nobody waits any more."""
    while os.read(0, 1):
        pass
    os._exit(3)


threading.Thread(target=watch, daemon=True).start()
with open(at("request.json"), encoding="utf-8") as file:
    REQUEST = json.load(file)
sys.path.insert(0, REQUEST["packages"])

import numpy as np  # noqa: E402
import onnx  # noqa: E402
import onnxruntime  # noqa: E402
from onnx import version_converter  # noqa: E402
from onnxruntime.quantization import (  # noqa: E402
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_dynamic,
    quantize_static,
)
from onnxruntime.quantization.matmul_nbits_quantizer import (  # noqa: E402
    DefaultWeightOnlyQuantConfig,
    MatMulNBitsQuantizer,
)
from onnxruntime.quantization.shape_inference import quant_pre_process  # noqa: E402

# What scales a channel need.
OPSET = 13


class Samples(CalibrationDataReader):
    def __init__(self):
        self.at = 0

    def get_next(self):
        if self.at == len(REQUEST["samples"]):
            return None
        files = REQUEST["samples"][self.at]
        fed = {name: np.load(at(file), allow_pickle=False) for name, file in zip(REQUEST["inputs"], files)}
        self.at += 1
        return fed


def whole(model):
    """Constants that are inputs too, as old files have them, are folded by nobody: ONNX Runtime's remove_initializer_from_input."""
    model.ir_version = max(model.ir_version, 4)
    constants = {tensor.name for tensor in model.graph.initializer}
    inputs = [value for value in model.graph.input if value.name not in constants]
    del model.graph.input[:]
    model.graph.input.extend(inputs)
    return model


def folded(source, target):
    """Constants folded. A Gemm of MatMul and Add is taken by neither of its ways where the bias is [1, n]."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = target
    onnxruntime.InferenceSession(
        source, options, providers=["CPUExecutionProvider"], disabled_optimizers=["MatMulAddFusion", "ReluClipFusion"]
    )


def prepared(notes):
    """As its documents advise: the operator set raised, constants folded, shapes inferred."""
    model = onnx.load(REQUEST["model"])
    opset = max(each.version for each in model.opset_import if each.domain in ("", "ai.onnx"))
    if opset < OPSET:
        model = version_converter.convert_version(model, OPSET)
        notes.append(f"onnx's version_converter raised the operator set from {opset} to {OPSET}")
    source = at("raised.onnx")
    onnx.save(whole(model), source)
    for name, step in (
        ("folded", folded),
        ("ready", lambda given, made: quant_pre_process(given, made, skip_optimization=True)),
    ):
        made = at(name + ".onnx")
        try:
            step(source, made)
            source = made
        except Exception as trouble:
            notes.append(f"the model was given without what makes it {name}: {words(trouble)}")
    return source


def words(trouble):
    lines = [line for line in str(trouble).splitlines() if line.strip()]
    return f"{type(trouble).__name__}: {lines[0] if lines else 'no words'}"[:400]


def quantise(scheme, source, made):
    if scheme == "dynamic":
        convolves = any(node.op_type == "Conv" for node in onnx.load(source).graph.node)
        # Its CPU kernel of ConvInteger takes uint8 alone.
        kind = QuantType.QUInt8 if convolves else QuantType.QInt8
        quantize_dynamic(source, made, per_channel=True, weight_type=kind)
        return {"weights": kind.name, "scales": "channel"}
    if scheme == "nbits":
        config = DefaultWeightOnlyQuantConfig(block_size=32, is_symmetric=True, bits=4)
        quantizer = MatMulNBitsQuantizer(onnx.load(source), algo_config=config)
        quantizer.process()
        onnx.save(quantizer.model.model, made)
        return {"bits": "4", "block": "32"}
    quantize_static(
        source,
        made,
        Samples(),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        calibrate_method={
            "minmax": CalibrationMethod.MinMax,
            "entropy": CalibrationMethod.Entropy,
            "percentile": CalibrationMethod.Percentile,
        }[scheme],
    )
    return {"activations": "QUInt8", "weights": "QInt8", "scales": "channel", "samples": str(len(REQUEST["samples"]))}


def answered(scheme, answer):
    with open(at("answer.part"), "w", encoding="utf-8") as file:
        json.dump(answer, file)
    os.replace(at("answer.part"), at(scheme + ".json"))


VERSIONS = {"onnxruntime": onnxruntime.__version__, "onnx": onnx.__version__}
NOTES = []
try:
    SOURCE = prepared(NOTES)
except Exception as trouble:
    for each in REQUEST["schemes"]:
        answered(each, {"versions": VERSIONS, "notes": NOTES, "why": words(trouble)})
else:
    for each in REQUEST["schemes"]:
        try:
            parameters = quantise(each, SOURCE, at(each + ".onnx"))
            answered(each, {"versions": VERSIONS, "notes": NOTES, "parameters": parameters})
        except Exception as trouble:
            answered(each, {"versions": VERSIONS, "notes": NOTES, "why": words(trouble)})
sys.stdout.flush()
sys.stderr.flush()
# The thread that waits would hold up a plain end.
os._exit(0)
