package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.nativerunner.detect.Direct3d12;
import dev.bascule.nativerunner.detect.Dxgi;
import dev.bascule.nativerunner.engine.ExportedProvider;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.nativerunner.library.LoaderPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Any GPU that Windows has a Direct3D 12 driver for, by ONNX Runtime's DirectML provider. Thread-safe. */
public final class DirectMlDriver extends OnnxRuntimeDriver {

    /** For {@link java.util.ServiceLoader}. */
    public DirectMlDriver() {
        super(Backends.DIRECTML);
    }

    @Override
    public Survey survey(HostEnvironment host) {
        if (!host.isWindows()) {
            return AbsentBackends.elsewhere("DirectML", "Windows 10 and newer", host);
        }
        Optional<LibrarySet> set = LibrarySet.find(host, LibrarySet.DIRECTML);
        Optional<Path> engine = set.flatMap(LibrarySet::onnxRuntime);
        return set.isPresent() && engine.isPresent()
                ? new Survey.Ready(on(
                        set.get(),
                        engine.get(),
                        LoaderPath.with(host, List.of(set.get().folder()))))
                : AbsentBackends.notCompiled(
                        "DirectML",
                        UnusableLibraries.unfinished(
                                        host, LibrarySet.DIRECTML, install(), UnusableLibraries.engine(host))
                                .stream()
                                .toList(),
                        "",
                        install(),
                        new Detection.Builder());
    }

    /** No command brings it: the set's libraries are in a Python wheel. */
    @Override
    String install() {
        return "unpack the Python wheel onnxruntime-directml's onnxruntime/capi into the folder native/%s of Bascule's cache, with a set.properties"
                .formatted(LibrarySet.DIRECTML);
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        Direct3d12.judge(Direct3d12.ask(), false, found);
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.ofPrecision(wanted, "DirectML computes in the model's own precision");
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofNoArena(wanted, "DirectML keeps its memory in a pool");
        OptionRefusal.ofMemoryLimit(wanted, "DirectML takes no limit of memory");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings)
            throws OrtException, RefusedException {
        // The provider refuses sessions with either of them (onnxruntime's documentation of DirectML).
        options.setMemoryPatternOptimization(false);
        options.setExecutionMode(SessionOptions.ExecutionMode.SEQUENTIAL);
        // Its number is DXGI's of the adapter, and a software adapter is refused (dml_provider_factory.cc): where no
        // device was
        // named, the first real one is meant.
        int first = Dxgi.ask() instanceof Dxgi.Answer.Listed listed
                ? listed.firstHardware().orElse(0)
                : 0;
        ExportedProvider.append(options, "DML", settings.options().deviceIndex().orElse(first));
    }
}
