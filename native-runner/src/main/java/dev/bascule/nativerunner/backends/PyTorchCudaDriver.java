package dev.bascule.nativerunner.backends;

import ai.djl.Device;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.nativerunner.detect.Cuda;
import dev.bascule.nativerunner.engine.PyTorchEngine;
import dev.bascule.nativerunner.library.LibrarySet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** NVIDIA's GPUs by PyTorch, for TorchScript models; needs a libtorch built with CUDA. Thread-safe. */
public final class PyTorchCudaDriver extends PyTorchDriver {

    /** For {@link java.util.ServiceLoader}. */
    public PyTorchCudaDriver() {
        super(Backends.CUDA);
    }

    @Override
    public Survey survey(HostEnvironment host) {
        Optional<LibrarySet> set = LibrarySet.find(host, LibrarySet.PYTORCH);
        return set.isPresent() && !hasCuda(set.get())
                ? absent(
                        "the PyTorch installed (%s) is the build for the CPU".formatted(set.get()),
                        "unpack ai.djl.pytorch:pytorch-native-cu128:%s into %s"
                                .formatted(set.get().version(), set.get().folder()))
                : super.survey(host);
    }

    @Override
    void look(Detection.Builder found, PyTorchEngine started) {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        Cuda.judge(Cuda.ask(windows), Files.exists(Path.of("/dev/nvidiactl")), found);
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        super.check(wanted);
        OptionRefusal.ofNoArena(wanted, "PyTorch keeps a GPU's memory for the next tensor");
        NvidiaDevices.refuseAbsent(wanted);
    }

    @Override
    public Map<String, String> deviceFacts(EngineOptions wanted) {
        return NvidiaDevices.facts(wanted);
    }

    @Override
    Device device(EngineOptions wanted) {
        return Device.gpu(wanted.deviceIndex().orElse(0));
    }
}
