"""Writes qnn-provider.tsv: what ONNX Runtime's QNN provider itself takes of models that qnn-htp methods made.

    pip install onnx==1.23.2 onnxruntime==1.29.0 onnxruntime-qnn==2.7.0    (Linux x86-64: it compiles for a chip that is not there)
    NpuMethodTest and NpuGraphsTest with -Dbascule.keepNpu=FOLDER keep the models
    python qnn-provider.py FOLDER/mnist-qnn-htp-a16w8.onnx FOLDER/mnist-qnn-htp-a8w8.onnx FOLDER/ultraface-qnn-htp-a16w8.onnx FOLDER/LayerNormalization-qnn-htp-a16w8.onnx FOLDER/LayerNormalization-qnn-htp-a8w8.onnx FOLDER/InstanceNormalization-qnn-htp-a16w8.onnx > qnn-provider.tsv

Lines: provider | model | SHA-256 of its nodes' text | compiled graphs | nodes that were left, but for quantisers of inputs and outputs
"""
import hashlib, os, sys, tempfile
import onnx, onnxruntime as ort, onnxruntime_qnn as qnn

ort.register_execution_provider_library("QNNExecutionProvider", qnn.get_library_path())
devices = [d for d in ort.get_ep_devices() if d.ep_name == "QNNExecutionProvider"][:1]
for path in sys.argv[1:]:
    compiled = os.path.join(tempfile.mkdtemp(), "compiled.onnx")
    options = ort.SessionOptions()
    for key, value in {"ep.context_enable": "1", "ep.context_file_path": compiled, "ep.context_embed_mode": "1"}.items():
        options.add_session_config_entry(key, value)
    options.add_provider_for_devices(devices, {"backend_path": qnn.get_qnn_htp_path(), "soc_model": "60", "htp_arch": "73"})
    ort.InferenceSession(path, options)
    text = "\n".join(f"{n.domain}:{n.op_type}({','.join(n.input)})={','.join(n.output)}" for n in onnx.load(path).graph.node)
    nodes = [n.op_type for n in onnx.load(compiled).graph.node]
    left = [n for n in nodes if n not in ("EPContext", "QuantizeLinear", "DequantizeLinear")]
    print(f"onnxruntime-qnn {qnn.__version__}", os.path.basename(path), hashlib.sha256(text.encode()).hexdigest(), nodes.count("EPContext"), ",".join(left), sep="\t")
