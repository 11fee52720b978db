package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.providers.OrtTensorRTProviderOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.Surroundings;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.nativerunner.detect.Cuda;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.nativerunner.library.LoaderPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** NVIDIA's GPUs by ONNX Runtime's TensorRT provider, with CUDA for the nodes that TensorRT leaves. Thread-safe. */
public final class TensorRtDriver extends OnnxRuntimeDriver {
    private static final String PROVIDER = "onnxruntime_providers_tensorrt";
    private static final String TENSORRT = "install NVIDIA's TensorRT 10 (libnvinfer) for the same CUDA";

    /** For {@link java.util.ServiceLoader}. */
    public TensorRtDriver() {
        super(Backends.TENSORRT);
    }

    @Override
    public Survey survey(Surroundings around) {
        Optional<Path> driver = LoaderPath.ofSystem(around.environment()).find(Cuda.library(around.isWindows()));
        Optional<LibrarySet> set = LibrarySet.find(around, LibrarySet.CUDA_12)
                .or(() -> LibrarySet.find(around, LibrarySet.CUDA_13))
                .filter(installed ->
                        installed.file(System.mapLibraryName(PROVIDER), "").isPresent());
        Optional<Path> engine = set.flatMap(LibrarySet::onnxRuntime);
        if (set.isPresent() && engine.isPresent()) {
            return new Survey.Ready(
                    on(set.get(), engine.get(), LoaderPath.with(around, CudaDriver.folders(around, set.get()))));
        }
        return Absent.notCompiled(
                "TensorRT",
                driver.isPresent()
                        ? "the NVIDIA driver is here (%s)".formatted(driver.get())
                        : "there is no NVIDIA driver either",
                (driver.isPresent() ? "" : "on a machine with an NVIDIA GPU: install its driver, then ")
                        + "bascule install cuda, and " + TENSORRT,
                new Detection.Builder().fact("driverLibrary", driver));
    }

    @Override
    String install() {
        return "bascule install cuda";
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
    void append(SessionOptions options, OrtEnvironment environment, EngineOptions wanted)
            throws OrtException, RefusedException {
        Optional<Precision> precision = wanted.precision();
        refuse(
                precision
                        .filter(asked -> asked != Precision.FLOAT32 && asked != Precision.FLOAT16)
                        .isPresent(),
                "TensorRT computes in float32 or float16 here: give a quantised model for less");
        int device = wanted.deviceIndex().orElse(0);
        try (OrtTensorRTProviderOptions tensorRt = new OrtTensorRTProviderOptions(device)) {
            if (precision.filter(asked -> asked == Precision.FLOAT16).isPresent()) {
                tensorRt.add("trt_fp16_enable", "1");
            }
            if (wanted.memoryLimitBytes().isPresent()) {
                tensorRt.add(
                        "trt_max_workspace_size",
                        String.valueOf(wanted.memoryLimitBytes().getAsLong()));
            }
            options.addTensorrt(tensorRt);
        }
        options.addCUDA(device);
    }
}
