package dev.bascule.nativerunner.engine;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.util.Map;

/** Asks ONNX Runtime for a backend's execution provider. That it answers OK proves nothing. Stateless. */
final class Providers {
    private Providers() {}

    static void add(SessionOptions options, String backend) throws OrtException {
        switch (backend) {
            case "cuda" -> options.addCUDA(0);
            case "rocm" -> options.addROCM(0);
            case "openvino" -> options.addOpenVINO("");
            case "mps" -> options.addCoreML();
            case "webgpu-native" -> options.addWebGPU(Map.of());
            default -> {
                // The CPU's provider is always there.
            }
        }
    }
}
