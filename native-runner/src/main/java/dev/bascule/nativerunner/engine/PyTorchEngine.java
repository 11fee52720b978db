package dev.bascule.nativerunner.engine;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * PyTorch through DJL, in this process. Its jars are no part of Bascule: what DJL's own interface does not offer is called by
 * name. Thread-safe.
 */
public final class PyTorchEngine {
    /** DJL's name of it. */
    public static final String NAME = "PyTorch";

    private static final String NATIVE = "ai.djl.pytorch.jni.JniUtils";

    private final Engine identity;

    private PyTorchEngine(Engine identity) {
        this.identity = identity;
    }

    /**
     * Loads the engine's libraries, some 450 MB.
     *
     * @throws RefusedException when they are not there or do not load
     */
    public static PyTorchEngine start() throws RefusedException {
        System.getProperties().putIfAbsent("ai.djl.default_engine", NAME);
        System.getProperties().putIfAbsent("ai.djl.pytorch.num_interop_threads", "1");
        try {
            ai.djl.engine.Engine engine = ai.djl.engine.Engine.getEngine(NAME);
            return new PyTorchEngine(new Engine("pytorch", engine.getVersion(), Optional.empty()));
        } catch (RuntimeException | LinkageError e) {
            throw RefusedException.of(e);
        }
    }

    /** PyTorch's name and the version that its library set states. */
    public Engine identity() {
        return identity;
    }

    /** What the library was built with, such as MKL. */
    public boolean has(String capability) {
        return ai.djl.engine.Engine.getEngine(NAME).hasCapability(capability);
    }

    /** Computes one sum on a device; empty where it came out right, else what went wrong. */
    public Optional<String> complaint(Device device) {
        try (NDManager manager = ai.djl.engine.Engine.getEngine(NAME).newBaseManager(device);
                NDArray ones = manager.ones(new Shape(8));
                NDArray sum = ones.sum()) {
            float found = sum.toType(ai.djl.ndarray.types.DataType.FLOAT32, false)
                    .toDevice(Device.cpu(), false)
                    .getFloat();
            return found == 8f ? Optional.empty() : Optional.of("the sum of eight ones came out as " + found);
        } catch (RuntimeException | LinkageError e) {
            return Optional.of(RefusedException.of(e).words());
        }
    }

    /**
     * Sets with how many threads this process computes.
     *
     * @return with how many it says it does
     */
    public int useThreads(int threads) throws RefusedException {
        call("setNumThreads", int.class, threads);
        try {
            return (int) Class.forName(NATIVE).getMethod("getNumThreads").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw RefusedException.of(e);
        }
    }

    /**
     * Opens a model on a device. The number of threads and whether graphs are optimised are one for the process.
     *
     * @throws RefusedException in the engine's words
     */
    public DriverSession open(OpenRequest request, Device device) throws RefusedException {
        call("setNumThreads", int.class, request.settings().threads());
        // DJL passes it to PyTorch at each inference, for PyTorch keeps it for each thread.
        System.setProperty(
                "ai.djl.pytorch.graph_optimizer",
                Boolean.toString(request.settings().graphOptimization() != GraphOptimization.DISABLED));
        try {
            return new PyTorchSession(request, device);
        } catch (IOException | MalformedModelException | RuntimeException | LinkageError e) {
            throw refused(e);
        }
    }

    /** Begins to record the operators that this thread calls. */
    public void startProfile() throws RefusedException {
        try {
            Class.forName(NATIVE)
                    .getMethod("startProfile", boolean.class, boolean.class, boolean.class)
                    .invoke(null, false, false, false);
        } catch (InvocationTargetException e) {
            throw RefusedException.of(Optional.ofNullable(e.getCause()).orElse(e));
        } catch (ReflectiveOperationException e) {
            throw RefusedException.of(e);
        }
    }

    /** Ends the record and writes it, a Chrome trace. */
    public void stopProfile(Path file) throws RefusedException {
        call("stopProfile", String.class, file.toString());
    }

    /** A failure in PyTorch's words: TorchScript tells the way there first, what went wrong last. */
    static RefusedException refused(Throwable thrown) {
        RefusedException whole = RefusedException.of(thrown);
        int last = whole.words().lastIndexOf("RuntimeError: ");
        if (last <= 0) {
            return whole;
        }
        RefusedException told = new RefusedException(
                "RuntimeError", whole.words().substring(last).strip());
        told.initCause(thrown);
        return told;
    }

    private static void call(String method, Class<?> type, Object argument) throws RefusedException {
        try {
            Class.forName(NATIVE).getMethod(method, type).invoke(null, argument);
        } catch (InvocationTargetException e) {
            throw RefusedException.of(Optional.ofNullable(e.getCause()).orElse(e));
        } catch (ReflectiveOperationException e) {
            throw RefusedException.of(e);
        }
    }
}
