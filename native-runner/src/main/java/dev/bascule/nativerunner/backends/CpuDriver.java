package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Tier;

/** ONNX Runtime's own CPU kernels, which are in every build of it. Thread-safe. */
public final class CpuDriver extends OnnxRuntimeDriver {

    /** For {@link java.util.ServiceLoader}. */
    public CpuDriver() {
        super(Backends.NATIVE_CPU);
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        int processors = Runtime.getRuntime().availableProcessors();
        found.passed(Tier.LIBRARY, "its kernels are in ONNX Runtime itself")
                .passed(Tier.DEVICE, processors == 1 ? "1 processor" : processors + " processors")
                .fact("processors", String.valueOf(processors));
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.ofOtherDevice(wanted, "the CPU is one device: there is no index but 0");
        OptionRefusal.when(
                wanted.precision()
                        .filter(precision -> precision != Precision.FLOAT32)
                        .isPresent(),
                "the CPU computes in the model's own precision: give a model in the one wanted");
        OptionRefusal.ofMemoryLimit(
                wanted,
                "ONNX Runtime's CPU allocator takes no limit: use a control group (systemd-run -p MemoryMax=...)");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings) {
        // The CPU's kernels are in every session; its arena is the engine's to switch.
    }
}
