package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.providers.OrtTensorRTProviderOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.nativerunner.detect.Cuda;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.nativerunner.library.LoaderPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** NVIDIA's GPUs by ONNX Runtime's TensorRT provider, with CUDA for the nodes that TensorRT leaves. Thread-safe. */
public final class TensorRtDriver extends OnnxRuntimeDriver {
    private static final String PROVIDER = "onnxruntime_providers_tensorrt";
    private static final String INSTALL = "bascule install cuda";
    private static final String TENSORRT = "install NVIDIA's TensorRT 10 (libnvinfer) for the same CUDA";

    /** For {@link java.util.ServiceLoader}. */
    public TensorRtDriver() {
        super(Backends.TENSORRT);
    }

    @Override
    public Survey survey(HostEnvironment host) {
        Optional<Path> driver = LoaderPath.ofSystem(host.environment()).find(Cuda.library(host.isWindows()));
        List<LibrarySet> sets = Stream.of(LibrarySet.CUDA_12, LibrarySet.CUDA_13)
                .flatMap(id -> LibrarySet.find(host, id).stream())
                .toList();
        Optional<LibrarySet> set = sets.stream()
                .filter(installed -> installed
                        .file(UnusableLibraries.library(host, PROVIDER), "")
                        .isPresent())
                .findFirst();
        Optional<Path> engine = set.flatMap(LibrarySet::onnxRuntime);
        if (set.isPresent() && engine.isPresent()) {
            return new Survey.Ready(
                    on(set.get(), engine.get(), LoaderPath.with(host, CudaDriver.folders(host, set.get()))));
        }
        List<UnusableLibraries> without = sets.stream()
                .filter(installed -> installed
                        .file(UnusableLibraries.library(host, PROVIDER), "")
                        .isEmpty())
                .map(TensorRtDriver::without)
                .toList();
        List<UnusableLibraries> here = without.isEmpty() ? CudaDriver.unusable(host) : without;
        return AbsentBackends.notCompiled(
                "TensorRT",
                here,
                driver.isPresent()
                        ? "the NVIDIA driver is here (%s)".formatted(driver.get())
                        : "there is no NVIDIA driver either",
                (driver.isPresent() ? "" : "on a machine with an NVIDIA GPU: install its driver, then ") + INSTALL
                        + ", and " + TENSORRT,
                new Detection.Builder().fact("driverLibrary", driver));
    }

    private static UnusableLibraries without(LibrarySet set) {
        return new UnusableLibraries(
                set + " is here without TensorRT's provider",
                "%s --variant 12%s, and %s"
                        .formatted(INSTALL, set.id().equals(LibrarySet.CUDA_12) ? " --force" : "", TENSORRT));
    }

    @Override
    String install() {
        return INSTALL;
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        ProviderLibrary.judge("tensorrt", found, TENSORRT);
        if (!found.stopped()) {
            Cuda.judge(Cuda.ask(windows), Files.exists(Path.of("/dev/nvidiactl")), found);
        }
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        Optional<Precision> precision = wanted.precision();
        OptionRefusal.when(
                precision.filter(asked -> asked == Precision.FLOAT32).isPresent(),
                // onnxruntime issues 6427 and 26029: the provider has no switch for it.
                "TensorRT computes float32 in TF32 where it likes: set NVIDIA_TF32_OVERRIDE=0 and ask for no precision");
        OptionRefusal.when(
                precision.filter(asked -> asked != Precision.FLOAT16).isPresent(),
                "TensorRT computes in the model's own precision or in float16: give a quantised model for less");
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofNoArena(wanted, "ONNX Runtime keeps a GPU's memory in an arena, whatever its strategy");
        OptionRefusal.ofMemoryLimit(wanted, "TensorRT takes a limit of its workspace only, not of its memory");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings)
            throws OrtException, RefusedException {
        EngineOptions wanted = settings.options();
        NvidiaDevices.refuseAbsent(wanted);
        int device = wanted.deviceIndex().orElse(0);
        // Keys of onnxruntime.ai/docs/execution-providers/TensorRT-ExecutionProvider.html.
        try (OrtTensorRTProviderOptions tensorRt = new OrtTensorRTProviderOptions(device)) {
            if (wanted.precision().isPresent()) {
                // Allows it: where float32 is faster, TensorRT stays with it.
                tensorRt.add("trt_fp16_enable", "1");
            }
            options.addTensorrt(tensorRt);
        }
        options.addCUDA(device);
    }

    @Override
    public Map<String, String> deviceFacts(EngineOptions wanted) {
        return NvidiaDevices.facts(wanted);
    }
}
