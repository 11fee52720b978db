package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.Surroundings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.nativerunner.detect.Hip;
import dev.bascule.nativerunner.engine.ExportedProvider;
import dev.bascule.nativerunner.engine.OnnxRuntimeEngine;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.nativerunner.library.LoaderPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** AMD's GPUs by ONNX Runtime's MIGraphX or ROCm provider. Thread-safe. */
public final class RocmDriver extends OnnxRuntimeDriver {

    /** For {@link java.util.ServiceLoader}. */
    public RocmDriver() {
        super(Backends.ROCM);
    }

    @Override
    public Survey survey(Surroundings around) {
        Optional<LibrarySet> set = LibrarySet.find(around, LibrarySet.ROCM);
        Optional<Path> engine = set.flatMap(LibrarySet::onnxRuntime);
        if (set.isPresent() && engine.isPresent()) {
            return new Survey.Ready(on(
                    set.get(),
                    engine.get(),
                    LoaderPath.with(around, List.of(set.get().folder()))));
        }
        boolean kernel = around.has(Hip.KERNEL_DEVICE);
        Optional<Path> hip = LoaderPath.ofSystem(around.environment()).find(Hip.LIBRARY);
        String seen = kernel
                ? Hip.KERNEL_DEVICE + " is here" + (hip.isPresent() ? "" : " without " + Hip.LIBRARY)
                : "there is no " + Hip.KERNEL_DEVICE + " either";
        return Absent.notCompiled(
                "MIGraphX or ROCm",
                seen,
                (kernel ? "" : "on a machine with an AMD GPU: install the amdgpu kernel driver, ")
                        + (hip.isPresent() ? "" : kernel ? "install ROCm, then " : "ROCm, then ")
                        + "bascule install rocm",
                new Detection.Builder()
                        .fact(Hip.KERNEL_DEVICE, String.valueOf(kernel))
                        .fact("hipLibrary", hip));
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        Hip.judge(Hip.ask(), Files.exists(Path.of(Hip.KERNEL_DEVICE)), found);
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, EngineOptions wanted) throws RefusedException {
        refuse(wanted.precision().isPresent(), "MIGraphX computes in the model's own precision here");
        refuse(wanted.memoryLimitBytes().isPresent(), "MIGraphX takes no limit of memory");
        String provider =
                OnnxRuntimeEngine.compiledProviders().contains("MIGraphXExecutionProvider") ? "MIGraphX" : "ROCM";
        ExportedProvider.append(options, provider, wanted.deviceIndex().orElse(0));
    }
}
