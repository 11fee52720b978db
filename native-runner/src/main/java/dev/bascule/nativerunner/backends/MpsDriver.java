package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Footing;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.Surroundings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.nativerunner.library.NativeCalls;
import java.util.Map;

/** Apple's GPU by ONNX Runtime's Core ML provider, asked for CPU and GPU. Thread-safe. */
public final class MpsDriver extends OnnxRuntimeDriver {
    private static final String METAL = "/System/Library/Frameworks/Metal.framework/Metal";

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
        if (!(NativeCalls.load(METAL) instanceof NativeCalls.Loaded.Library metal)) {
            found.failed(Tier.LIBRARY, "Metal does not load", "update macOS; 14 or newer is needed");
            return;
        }
        found.passed(Tier.LIBRARY, "Metal loads");
        if (metal.library().getFunction("MTLCreateSystemDefaultDevice").invokePointer(new Object[0]) == null) {
            found.failed(
                    Tier.DEVICE, "Metal lists no device", "a virtual machine may have none: run it on the Mac itself");
        } else {
            found.passed(Tier.DEVICE, "Metal has a default device");
        }
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, EngineOptions wanted)
            throws OrtException, RefusedException {
        refuse(wanted.deviceIndex().orElse(0) > 0, "there is one GPU: no index but 0");
        refuse(wanted.precision().isPresent(), "Core ML chooses its precision itself");
        refuse(wanted.memoryLimitBytes().isPresent(), "Core ML takes no limit of memory");
        options.addCoreML(Map.of("ModelFormat", "MLProgram", "MLComputeUnits", "CPUAndGPU"));
    }
}
