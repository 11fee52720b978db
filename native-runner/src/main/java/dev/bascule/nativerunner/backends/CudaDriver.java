package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.ChildLaunchSpec;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** NVIDIA's GPUs by ONNX Runtime's CUDA provider, from a set for CUDA 12 or one for CUDA 13. Thread-safe. */
public final class CudaDriver extends OnnxRuntimeDriver {

    private static final String INSTALL = "bascule install cuda";
    private static final String PROVIDER = "onnxruntime_providers_cuda";

    /** For {@link java.util.ServiceLoader}. */
    public CudaDriver() {
        super(Backends.CUDA);
    }

    @Override
    public Survey survey(HostEnvironment host) {
        Optional<Path> driver = LoaderPath.ofSystem(host.environment()).find(Cuda.library(host.isWindows()));
        boolean files = host.has("/dev/nvidiactl");
        List<UnusableLibraries> here = unusable(host);
        Optional<LibrarySet> newer = whole(host, LibrarySet.CUDA_13);
        // Where the driver does not say what it serves, the only set there is says by itself why it does not work.
        Optional<LibrarySet> set = newer.filter(installed -> Cuda.servesCuda13(host))
                .or(() -> whole(host, LibrarySet.CUDA_12))
                .or(() -> newer);
        Optional<Path> engine = set.flatMap(LibrarySet::onnxRuntime);
        if (set.isPresent() && engine.isPresent()) {
            return new Survey.Ready(on(set.get(), engine.get(), LoaderPath.with(host, folders(host, set.get()))));
        }
        Detection.Builder found =
                new Detection.Builder().fact("driverLibrary", driver).fact("deviceFiles", String.valueOf(files));
        String seen = driver.isPresent()
                ? "the NVIDIA driver is here (%s)".formatted(driver.get())
                : files ? "/dev/nvidiactl is here without the driver's library" : "there is no NVIDIA driver either";
        return AbsentBackends.notCompiled(
                "CUDA",
                here,
                seen,
                driver.isPresent() || files
                        ? INSTALL
                        : "on a machine with an NVIDIA GPU: install its driver, then " + INSTALL,
                found);
    }

    /** A set for this backend that has all of its own files. */
    private static Optional<LibrarySet> whole(HostEnvironment host, String id) {
        return LibrarySet.find(host, id).filter(set -> broken(host, id).isEmpty());
    }

    private static Optional<UnusableLibraries> broken(HostEnvironment host, String id) {
        return UnusableLibraries.broken(
                host,
                id,
                "%s --variant %s".formatted(INSTALL, id.equals(LibrarySet.CUDA_13) ? "13" : "12"),
                UnusableLibraries.engine(host),
                UnusableLibraries.library(host, PROVIDER));
    }

    /** What of CUDA lies in the cache and is of no use as it is. */
    static List<UnusableLibraries> unusable(HostEnvironment host) {
        return Stream.of(
                        broken(host, LibrarySet.CUDA_12),
                        broken(host, LibrarySet.CUDA_13),
                        idle(host, LibrarySet.CUDA_12_LIBRARIES, LibrarySet.CUDA_12, INSTALL),
                        idle(host, LibrarySet.CUDA_13_LIBRARIES, LibrarySet.CUDA_13, INSTALL + " --variant 13"))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<UnusableLibraries> idle(HostEnvironment host, String id, String engine, String install) {
        return LibrarySet.find(host, id)
                .filter(libraries -> LibrarySet.find(host, engine).isEmpty())
                .map(set -> new UnusableLibraries(set + " is here without an ONNX Runtime that uses it", install));
    }

    /** Where a set's child finds libraries: in the set, and in CUDA's own where they are installed. */
    static List<Path> folders(HostEnvironment host, LibrarySet set) {
        List<Path> folders = new ArrayList<>(List.of(set.folder()));
        LibrarySet.find(
                        host,
                        set.id().equals(LibrarySet.CUDA_13)
                                ? LibrarySet.CUDA_13_LIBRARIES
                                : LibrarySet.CUDA_12_LIBRARIES)
                .ifPresent(libraries -> folders.add(libraries.folder()));
        return folders;
    }

    @Override
    void look(Detection.Builder found, OrtEnvironment environment) {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        Cuda.Answer driver = Cuda.ask(windows);
        boolean newer = ChildLaunchSpec.librarySet()
                .filter(set -> set.startsWith(LibrarySet.CUDA_13))
                .isPresent();
        // The provider's library needs the driver's: first things first.
        if (!(driver instanceof Cuda.Answer.NotLoaded)) {
            Cuda.judgeAge(driver, newer ? Cuda.Release.CUDA_13 : Cuda.Release.CUDA_12, found);
            ProviderLibrary.judge("cuda", found, libraries(newer));
        }
        Cuda.judge(
                driver,
                Files.exists(Path.of("/dev/nvidiactl")),
                ProviderLibrary.lacking("cuda", libraries(newer)),
                found);
        found.fact(
                "float32",
                "computed as such: TF32, which ONNX Runtime would choose by itself, is off unless asked for");
    }

    /**
     * Who asks for nothing gets the model's own precision: by itself ONNX Runtime takes products and convolutions of float32
     * through TF32 from compute capability 8.0 on, which has ten bits of mantissa.
     */
    static String tf32(EngineOptions wanted) {
        return wanted.precision().equals(Optional.of(Precision.TF32)) ? "1" : "0";
    }

    /** What brings CUDA and cuDNN to the set that this child stands on. */
    private static String libraries(boolean newer) {
        return "bascule install cuda-libraries" + (newer ? " --variant 13" : "");
    }

    @Override
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.when(
                wanted.precision()
                        .filter(asked -> asked != Precision.FLOAT32 && asked != Precision.TF32)
                        .isPresent(),
                "CUDA computes in the model's own precision, or its float32 in TF32: give a model in the one wanted");
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofNoArena(wanted, "ONNX Runtime keeps a GPU's memory in an arena, whatever its strategy");
    }

    @Override
    void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings)
            throws OrtException, RefusedException {
        EngineOptions wanted = settings.options();
        NvidiaDevices.refuseAbsent(wanted);
        // Keys of onnxruntime.ai/docs/execution-providers/CUDA-ExecutionProvider.html.
        try (OrtCUDAProviderOptions cuda =
                new OrtCUDAProviderOptions(wanted.deviceIndex().orElse(0))) {
            cuda.add("use_tf32", tf32(wanted));
            if (wanted.memoryLimitBytes().isPresent()) {
                // Of the arena; what CUDA and cuDNN take for themselves comes on top.
                cuda.add(
                        "gpu_mem_limit",
                        String.valueOf(wanted.memoryLimitBytes().getAsLong()));
            }
            options.addCUDA(cuda);
        }
    }

    @Override
    public Map<String, String> deviceFacts(EngineOptions wanted) {
        return NvidiaDevices.facts(wanted);
    }
}
