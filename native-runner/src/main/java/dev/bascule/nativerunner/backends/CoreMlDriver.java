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
import dev.bascule.fallback.driver.Tier;
import dev.bascule.nativerunner.library.NativeCalls;
import java.util.Map;

/** Whatever Core ML picks of a Mac's CPU, GPU and Neural Engine, by ONNX Runtime's provider. Thread-safe. */
public final class CoreMlDriver extends OnnxRuntimeDriver {
    private static final String CORE_ML = "/System/Library/Frameworks/CoreML.framework/CoreML";

    /** For {@link java.util.ServiceLoader}. */
    public CoreMlDriver() {
        super(Backends.COREML);
    }

    @Override
    public Survey survey(HostEnvironment host) {
        return host.isMac()
                ? new Survey.Ready(ChildLaunchSpec.STANDARD)
                : AbsentBackends.elsewhere("Core ML", "macOS", host);
    }

    @Override
    String install() {
        return "use Bascule's own ONNX Runtime, whose build for macOS has it";
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        boolean appleSilicon = System.getProperty("os.arch", "").equals("aarch64");
        NativeCalls.complaint(CORE_ML)
                .ifPresentOrElse(
                        words -> found.failed(
                                Tier.LIBRARY, "Core ML does not load: " + words, "update macOS; 14 or newer is needed"),
                        () -> found.passed(Tier.LIBRARY, "Core ML loads")
                                .skipped(
                                        Tier.DEVICE,
                                        appleSilicon
                                                ? "Core ML picks CPU, GPU or Neural Engine itself, and does not say which"
                                                : "Core ML picks CPU or GPU itself, and does not say which; an Intel Mac has no Neural Engine"));
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.ofOtherDevice(wanted, "Core ML picks its device itself");
        OptionRefusal.ofPrecision(wanted, "Core ML chooses its precision itself");
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofNoArena(wanted, "Core ML keeps its memory as it likes");
        OptionRefusal.ofMemoryLimit(wanted, "Core ML takes no limit of memory");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings) throws OrtException {
        // Keys and values of coreml_options.cc: ALL lets Core ML choose of CPU, GPU and Neural Engine.
        options.addCoreML(Map.of("ModelFormat", "MLProgram", "MLComputeUnits", "ALL"));
    }
}
