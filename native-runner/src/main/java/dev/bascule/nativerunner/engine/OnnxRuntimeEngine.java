package dev.bascule.nativerunner.engine;

import ai.djl.MalformedModelException;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.nativerunner.detect.Finding;
import dev.bascule.nativerunner.detect.NativeBackends;
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
public final class OnnxRuntimeEngine implements InferenceEngine {
    static final String DJL_NAME = "OnnxRuntime";

    private final OrtEnvironment environment;
    private final Engine identity;
    private final NativeBackends backends;
    private Optional<OrtApi> api = Optional.empty();

    private OnnxRuntimeEngine(OrtEnvironment environment) {
        this.environment = environment;
        // DJL names the version that it was built against, whatever runs.
        this.identity = new Engine("onnxruntime", environment.getVersion(), Optional.empty());
        this.backends = NativeBackends.detect(compiledProviders(), identity.toString());
    }

    /**
     * Loads the engine's libraries, some 30 MB, and looks what the machine offers.
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

    @Override
    public Engine identity() {
        return identity;
    }

    /** What there is for each native backend. */
    public NativeBackends backends() {
        return backends;
    }

    @Override
    public Map<String, String> adapter(String backend) {
        return backends.find(backend).map(Finding::facts).orElse(Map.of());
    }

    /** What ONNX Runtime was built with: no proof that any of it works. */
    public static Set<String> compiledProviders() {
        return OrtEnvironment.getAvailableProviders().stream()
                .map(provider -> provider.getName())
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public EngineSession open(OpenRequest request) throws RefusedException {
        demand(request.backend());
        SessionOptions options = new SessionOptions();
        try {
            configure(options, request.backend(), request.settings(), request.profile());
            return request.inputs().isEmpty() || !request.inputs().stream().allMatch(DjlTensors::carries)
                    ? new DirectSession(environment, request, options)
                    : new DjlSession(request, options);
        } catch (OrtException | IOException | MalformedModelException | RuntimeException e) {
            options.close();
            throw RefusedException.of(e);
        }
    }

    @Override
    public ValueSession openValues(ValueRequest request) throws RefusedException {
        demand(request.backend());
        OrtApi values = api();
        SessionOptions options = new SessionOptions();
        try {
            configure(options, request.backend(), request.settings(), request.profile());
            return new DirectValueSession(environment, values, request, options);
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

    /** Refuses a backend that this machine does not have. */
    private void demand(String backend) throws RefusedException {
        Finding finding = backends.find(backend)
                .orElseThrow(() -> new RefusedException(
                        "UnknownBackend",
                        "the backend is not available: there is no native backend called '%s'; there are %s"
                                .formatted(
                                        backend,
                                        backends.all().stream()
                                                .map(Finding::backend)
                                                .collect(Collectors.joining(", ")))));
        if (finding.missing().isPresent()) {
            throw new RefusedException(
                    "BackendUnavailable",
                    "%s is not available on this machine: %s"
                            .formatted(backend, finding.missing().get()));
        }
    }

    private static void configure(
            SessionOptions options, String backend, SessionSettings settings, Optional<Path> profile)
            throws OrtException {
        options.setIntraOpNumThreads(settings.threads());
        options.setInterOpNumThreads(1);
        options.setOptimizationLevel(settings.optimize() ? OptLevel.ALL_OPT : OptLevel.NO_OPT);
        if (profile.isPresent()) {
            options.enableProfiling(profile.get().toString());
        }
        Providers.add(options, backend);
        if (settings.strict() && !backend.equals("cpu")) {
            options.addConfigEntry("session.disable_cpu_ep_fallback", "1");
        }
    }
}
