package dev.bascule.nativerunner.engine;

import ai.djl.MalformedModelException;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.OrtSession.SessionOptions.ExecutionMode;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.ValueRequest;
import dev.bascule.fallback.driver.ValueSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * ONNX Runtime through DJL's engine, in this process. Thread-safe.
 *
 * <p>DJL's engine must start before anything else touches {@link OrtEnvironment}, and never calls home: {@link #start}
 * sees to both.
 */
public final class OnnxRuntimeEngine {
    static final String DJL_NAME = "OnnxRuntime";

    private final OrtEnvironment environment;
    private final Engine identity;
    private Optional<OrtApi> api = Optional.empty();

    private OnnxRuntimeEngine(OrtEnvironment environment) {
        this.environment = environment;
        // DJL names the version that it was built against, whatever runs.
        this.identity = new Engine("onnxruntime", environment.getVersion(), Optional.empty());
    }

    /**
     * Loads the engine's libraries, some 30 MB.
     *
     * @throws RefusedException when they do not load
     */
    public static OnnxRuntimeEngine start() throws RefusedException {
        Map.of(
                        "ai.djl.default_engine", DJL_NAME,
                        "ai.djl.onnx.disable_alternative", "true",
                        // Sessions have threads of their own; the environment's pool would only idle.
                        "ai.djl.onnxruntime.num_threads", "1",
                        "ai.djl.onnxruntime.num_interop_threads", "1")
                .forEach((key, value) -> System.getProperties().putIfAbsent(key, value));
        try {
            Telemetry.switchOff();
            ai.djl.engine.Engine.getEngine(DJL_NAME);
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            environment.setTelemetry(false);
            return new OnnxRuntimeEngine(environment);
        } catch (OrtException | RuntimeException | LinkageError e) {
            throw RefusedException.of(e);
        }
    }

    /** The engine as it names itself. */
    public Engine identity() {
        return identity;
    }

    /** ONNX Runtime's, which is one for the process. */
    public OrtEnvironment environment() {
        return environment;
    }

    /** What ONNX Runtime was built with: no proof that any of it works. */
    public static Set<String> compiledProviders() {
        return OrtEnvironment.getAvailableProviders().stream()
                .map(provider -> provider.getName())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Asks for an execution provider. */
    @FunctionalInterface
    public interface Provider {
        void append(SessionOptions options, OrtEnvironment environment, SessionSettings wanted)
                throws OrtException, RefusedException;
    }

    /**
     * Opens a model on a provider.
     *
     * @throws RefusedException in the engine's words
     */
    public DriverSession open(OpenRequest request, Provider provider) throws RefusedException {
        SessionOptions options = new SessionOptions();
        try {
            configure(options, provider, request.backend(), request.settings(), request.profile());
            if (request.unpacked()) {
                options.addConfigEntry("session.disable_prepacking", "1");
            }
            return request.inputs().isEmpty() || !request.inputs().stream().allMatch(DjlTensors::carries)
                    ? new DirectSession(environment, request, options)
                    : new DjlSession(request, options);
        } catch (RefusedException e) {
            options.close();
            throw e;
        } catch (OrtException | IOException | MalformedModelException | RuntimeException e) {
            options.close();
            throw RefusedException.of(e);
        }
    }

    /** Opens a model on a provider, from its bytes and for every kind of value. */
    public ValueSession openValues(ValueRequest request, Provider provider) throws RefusedException {
        OrtApi values = api();
        SessionOptions options = new SessionOptions();
        try {
            configure(options, provider, request.backend(), request.settings(), request.profile());
            return new DirectValueSession(environment, values, request, options);
        } catch (RefusedException e) {
            options.close();
            throw e;
        } catch (OrtException | RuntimeException e) {
            options.close();
            throw RefusedException.of(e);
        }
    }

    /** Looked up when first asked for: jobs of one model do without it. */
    private synchronized OrtApi api() throws RefusedException {
        if (api.isPresent()) {
            return api.get();
        }
        OrtApi found = OrtApi.of(environment);
        api = Optional.of(found);
        return found;
    }

    private void configure(
            SessionOptions options, Provider provider, String backend, SessionSettings settings, Optional<Path> profile)
            throws OrtException, RefusedException {
        options.setIntraOpNumThreads(settings.threads());
        boolean parallel = settings.options().runsInParallel();
        options.setExecutionMode(parallel ? ExecutionMode.PARALLEL : ExecutionMode.SEQUENTIAL);
        options.setInterOpNumThreads(parallel ? settings.threads() : 1);
        options.setOptimizationLevel(level(settings.graphOptimization()));
        if (profile.isPresent()) {
            options.enableProfiling(profile.get().toString());
        }
        options.setCPUArenaAllocator(settings.options().arena());
        provider.append(options, environment, settings);
        if (settings.strict() && !backend.equals("cpu")) {
            options.addConfigEntry("session.disable_cpu_ep_fallback", "1");
        }
    }

    private static OptLevel level(GraphOptimization level) {
        return switch (level) {
            case DISABLED -> OptLevel.NO_OPT;
            case BASIC -> OptLevel.BASIC_OPT;
            case EXTENDED -> OptLevel.EXTENDED_OPT;
            case ALL -> OptLevel.ALL_OPT;
        };
    }
}
