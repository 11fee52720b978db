package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Footing;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Surroundings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.nativerunner.detect.Metal;
import java.util.Map;

/**
 * Apple's GPU by ONNX Runtime's Core ML provider, asked for CPU and GPU. The provider's record shows what Core ML took, not on
 * which of the two it ran, so a run here is reported and never proven. Thread-safe.
 */
public final class MpsDriver extends OnnxRuntimeDriver {
    /** For {@link java.util.ServiceLoader}. */
    public MpsDriver() {
        super(Backends.MPS);
    }

    @Override
    public Survey survey(Surroundings around) {
        boolean appleSilicon = around.isMac() && around.arch().equals("aarch64");
        return appleSilicon
                ? new Survey.Ready(Footing.STANDARD)
                : Absent.elsewhere("Metal Performance Shaders", "macOS on Apple silicon", around);
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        Metal.judge(Metal.ask(), found);
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        Refusal.ofOtherDevice(wanted, "there is one GPU: no index but 0");
        Refusal.ofPrecision(wanted, "Core ML chooses its precision itself");
        Refusal.ofNoArena(wanted, "Core ML keeps its memory as it likes");
        Refusal.ofMemoryLimit(wanted, "Core ML takes no limit of memory");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings) throws OrtException {
        // Keys and values of coreml_options.cc. There is none for the GPU alone: what Core ML leaves to the CPU is its
        // own affair.
        options.addCoreML(Map.of("ModelFormat", "MLProgram", "MLComputeUnits", "CPUAndGPU"));
    }
}
