package dev.bascule.nativerunner.backends;

import ai.djl.Device;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.nativerunner.engine.PyTorchEngine;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.nativerunner.library.LoaderPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A device of PyTorch, for TorchScript models. Its libraries are the optional set {@value LibrarySet#PYTORCH}: DJL's engine
 * and JNI jars with the unpacked libtorch beside them, so that no child unpacks it again. Thread-safe.
 */
abstract class PyTorchDriver extends EngineDriver<PyTorchEngine> {
    static final String INSTALL = "bascule install pytorch";

    PyTorchDriver(Backend backend) {
        super(backend);
    }

    @Override
    final PyTorchEngine start() throws RefusedException {
        return PyTorchEngine.start();
    }

    @Override
    final Engine identity(PyTorchEngine started) {
        return started.identity();
    }

    /** Looks for the device, once the engine is known to load. */
    abstract void look(Detection.Builder found, PyTorchEngine started);

    /** Refuses the options that this device cannot obey. */
    void check(EngineOptions wanted) throws RefusedException {
        OptionRefusal.ofPrecision(wanted, "PyTorch computes in the model's own precision: save it in the one wanted");
        OptionRefusal.ofParallelNodes(wanted);
        OptionRefusal.ofMemoryLimit(wanted, "PyTorch takes no limit of memory here");
    }

    /** DJL's name for the device. */
    abstract Device device(EngineOptions wanted);

    @Override
    public final ModelFormat format() {
        return ModelFormat.TORCHSCRIPT;
    }

    @Override
    public Survey survey(HostEnvironment host) {
        Optional<UnusableLibraries> broken = UnusableLibraries.broken(
                host,
                LibrarySet.PYTORCH,
                INSTALL,
                "pytorch-engine-",
                "pytorch-jni-",
                UnusableLibraries.library(host, "torch"));
        return broken.map(here -> absent(here.words(), here.nextStep()))
                .orElseGet(() -> LibrarySet.find(host, LibrarySet.PYTORCH)
                        .<Survey>map(found -> new Survey.Ready(on(host, found)))
                        .orElseGet(() -> absent("PyTorch is not installed", INSTALL)));
    }

    static Survey absent(String reason, String nextStep) {
        return new Survey.Absent(
                new Detection.Builder().failed(Tier.COMPILED, reason, nextStep).build());
    }

    /** Whether its libtorch was built with CUDA. */
    static boolean hasCuda(LibrarySet set) {
        return set.file(System.mapLibraryName("torch_cuda"), "").isPresent();
    }

    private static ChildLaunchSpec on(HostEnvironment host, LibrarySet set) {
        return new ChildLaunchSpec(
                set.toString(),
                Map.of(
                        "PYTORCH_LIBRARY_PATH", set.folder().toString(),
                        "PYTORCH_VERSION", set.version(),
                        // DJL's word for the build, which picks the JNI library; it would guess an older kind.
                        "PYTORCH_FLAVOR", hasCuda(set) ? "cu128" : "cpu"),
                LoaderPath.with(host, List.of(set.folder())),
                set.jars());
    }

    @Override
    public final Detection probe() {
        Detection.Builder found = new Detection.Builder();
        try {
            PyTorchEngine started = started();
            found.passed(Tier.COMPILED, started.identity() + " through DJL").passed(Tier.LIBRARY, "libtorch loads");
            look(found, started);
        } catch (RefusedException e) {
            found.failed(Tier.COMPILED, "PyTorch does not load: " + e.words(), INSTALL);
        }
        return found.build();
    }

    @Override
    public final DriverSession open(OpenRequest request) throws RefusedException {
        EngineOptions options = request.settings().options();
        check(options);
        GraphOptimization graph = request.settings().graphOptimization();
        OptionRefusal.when(
                graph != GraphOptimization.ALL && graph != GraphOptimization.DISABLED,
                "PyTorch optimises graphs or does not: use --graph-optimization all or disabled");
        return started().open(request, device(options));
    }
}
