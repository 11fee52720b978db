package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.nativerunner.detect.Hip;
import dev.bascule.nativerunner.engine.ExportedProvider;
import dev.bascule.nativerunner.engine.OnnxRuntimeEngine;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.nativerunner.library.LoaderPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** AMD's GPUs by ONNX Runtime's MIGraphX or ROCm provider. Thread-safe. */
public final class RocmDriver extends OnnxRuntimeDriver {

    /** For {@link java.util.ServiceLoader}. */
    public RocmDriver() {
        super(Backends.ROCM);
    }

    @Override
    public Survey survey(HostEnvironment host) {
        Optional<LibrarySet> set = LibrarySet.find(host, LibrarySet.ROCM);
        Optional<Path> engine = set.flatMap(LibrarySet::onnxRuntime);
        if (set.isPresent() && engine.isPresent()) {
            return new Survey.Ready(on(set.get(), engine.get(), LoaderPath.with(host, folders(set.get()))));
        }
        boolean kernel = host.has(Hip.KERNEL_DEVICE);
        Optional<Path> hip = Hip.find(LoaderPath.ofSystem(host.environment()));
        String seen = kernel
                ? Hip.KERNEL_DEVICE + " is here" + (hip.isPresent() ? "" : " without HIP's runtime")
                : "there is no " + Hip.KERNEL_DEVICE + " either";
        return AbsentBackends.notCompiled(
                "MIGraphX or ROCm",
                UnusableLibraries.unfinished(
                                host,
                                LibrarySet.ROCM,
                                "bascule install rocm says what belongs there",
                                UnusableLibraries.engine(host))
                        .stream()
                        .toList(),
                seen,
                (kernel ? "" : "on a machine with an AMD GPU: install the amdgpu kernel driver, ")
                        + (hip.isPresent() ? "" : kernel ? "install ROCm, then " : "ROCm, then ")
                        + "bascule install rocm",
                new Detection.Builder()
                        .fact(Hip.KERNEL_DEVICE, String.valueOf(kernel))
                        .fact("hipLibrary", hip));
    }

    /** The set's own, and ROCm's, whose MIGraphX and HIP the provider needs. */
    private static List<Path> folders(LibrarySet set) {
        List<Path> folders = new ArrayList<>(List.of(set.folder()));
        folders.addAll(Hip.folders());
        return folders;
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        Hip.judge(Hip.ask(), Files.exists(Path.of(Hip.KERNEL_DEVICE)), found);
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.ofPrecision(wanted, "MIGraphX computes in the model's own precision here");
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofNoArena(wanted, "ONNX Runtime keeps a GPU's memory in an arena, whatever its strategy");
        OptionRefusal.ofMemoryLimit(
                wanted, "MIGraphX is asked by its device alone here, so is told no limit of memory");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings) throws RefusedException {
        String provider =
                OnnxRuntimeEngine.compiledProviders().contains("MIGraphXExecutionProvider") ? "MIGraphX" : "ROCM";
        int index = settings.options().deviceIndex().orElse(0);
        if (index > 0 && Hip.ask() instanceof Hip.Answer.Counted counted) {
            OptionRefusal.ofNoDevice(index, counted.devices(), "HIP counts %d, from 0".formatted(counted.devices()));
        }
        ExportedProvider.append(options, provider, index);
    }
}
