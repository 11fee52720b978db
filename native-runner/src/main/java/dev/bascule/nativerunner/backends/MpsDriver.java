package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
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
    public Survey survey(HostEnvironment host) {
        boolean appleSilicon = host.isMac() && host.arch().equals("aarch64");
        return appleSilicon
                ? new Survey.Ready(ChildLaunchSpec.STANDARD)
                : AbsentBackends.elsewhere("Metal Performance Shaders", "macOS on Apple silicon", host);
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        Metal.judge(Metal.ask(), found);
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.ofOtherDevice(wanted, "there is one GPU: no index but 0");
        OptionRefusal.ofPrecision(wanted, "Core ML chooses its precision itself");
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofNoArena(wanted, "Core ML keeps its memory as it likes");
        OptionRefusal.ofMemoryLimit(wanted, "Core ML takes no limit of memory");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings) throws OrtException {
        // Keys and values of coreml_options.cc. There is none for the GPU alone: what Core ML leaves to the CPU is its
        // own affair.
        options.addCoreML(Map.of("ModelFormat", "MLProgram", "MLComputeUnits", "CPUAndGPU"));
    }
}
