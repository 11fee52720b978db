package dev.bascule.nativerunner.backends;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.NodeRecord;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.ValueRequest;
import dev.bascule.fallback.driver.ValueSession;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.engine.OnnxRuntimeEngine;
import dev.bascule.nativerunner.evidence.ProfiledRun;
import dev.bascule.nativerunner.library.LibrarySet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A backend that is an execution provider of ONNX Runtime, reached through DJL. What differs from backend to backend is how
 * its device is found and how its provider is asked for. Thread-safe.
 */
abstract class OnnxRuntimeDriver extends EngineDriver<OnnxRuntimeEngine> {
    OnnxRuntimeDriver(Backend backend) {
        super(backend);
    }

    @Override
    final OnnxRuntimeEngine start() throws RefusedException {
        return OnnxRuntimeEngine.start();
    }

    @Override
    final Engine identity(OnnxRuntimeEngine started) {
        return started.identity();
    }

    /** Looks for the libraries and devices, once the provider is known to be compiled in. */
    abstract void look(Detection.Builder found, OrtEnvironment environment);

    /** Refuses the options that this backend cannot obey, before anything of it is asked. */
    abstract void check(EngineOptions wanted) throws RefusedException;

    /** Asks for the provider. That the engine says yes proves nothing. */
    abstract void append(SessionOptions options, OrtEnvironment environment, SessionSettings settings)
            throws OrtException, RefusedException;

    private void attach(SessionOptions options, OrtEnvironment environment, SessionSettings settings)
            throws OrtException, RefusedException {
        check(settings.options());
        append(options, environment, settings);
    }

    @Override
    public final Detection probe() {
        Detection.Builder found = new Detection.Builder();
        try {
            OnnxRuntimeEngine started = started();
            Set<String> providers = providers();
            found.fact("ortProviders", String.join(",", providers));
            Set<String> own = backend().executionProviders();
            Optional<String> compiled = providers.stream().filter(own::contains).findFirst();
            compiled.ifPresentOrElse(
                    name -> found.passed(Tier.COMPILED, "%s names %s".formatted(build(started), name)), () -> {
                        if (!isPlugin()) {
                            found.failed(
                                    Tier.COMPILED,
                                    "%s has no %s; it has %s"
                                            .formatted(
                                                    build(started),
                                                    String.join(" or ", own),
                                                    String.join(", ", providers)),
                                    install());
                        }
                    });
            if (!found.stopped()) {
                look(found, started.environment());
            }
        } catch (RefusedException e) {
            found.failed(Tier.COMPILED, "ONNX Runtime does not load: " + e.words(), "bascule doctor -v");
        }
        return found.build();
    }

    private static String build(OnnxRuntimeEngine started) {
        return started.identity()
                + ChildLaunchSpec.librarySet()
                        .map(set -> " (the set " + set + ")")
                        .orElse("");
    }

    /** Whether the provider is a library of its own, which the engine does not name before it is registered. */
    boolean isPlugin() {
        return false;
    }

    /** What brings the provider, where it is missing. */
    String install() {
        return "bascule install " + backend().id();
    }

    private static Set<String> providers() {
        return OnnxRuntimeEngine.compiledProviders().stream().collect(Collectors.toCollection(java.util.TreeSet::new));
    }

    @Override
    public final DriverSession open(OpenRequest request) throws RefusedException {
        return started().open(request, this::attach);
    }

    @Override
    public final ValueSession openValues(ValueRequest request) throws RefusedException {
        return started().openValues(request, this::attach);
    }

    @Override
    public final List<NodePlacement> placements(OpenRequest request, Map<String, Tensor> inputs, Path scratch)
            throws RefusedException, IOException {
        return nodes(request, inputs, scratch).placements();
    }

    @Override
    public final NodeRecord nodes(OpenRequest request, Map<String, Tensor> inputs, Path scratch)
            throws RefusedException, IOException {
        return new ProfiledRun(this::open, scratch).nodes(request, inputs);
    }

    @Override
    public final boolean recordsEveryNode() {
        return true;
    }

    /** A child that stands on a set of libraries: its engine, and its own Java binding where the set brings one. */
    static ChildLaunchSpec on(LibrarySet set, Path onnxRuntime, Map<String, String> environment) {
        Map<String, String> properties = new HashMap<>();
        properties.put("onnxruntime.native.onnxruntime.path", onnxRuntime.toString());
        Path binding = set.folder().resolve(System.mapLibraryName("onnxruntime4j_jni"));
        if (Files.exists(binding)) {
            properties.put("onnxruntime.native.onnxruntime4j_jni.path", binding.toString());
            // Where the binding looks for the libraries of providers.
            properties.put("onnxruntime.native.path", set.folder().toString());
        }
        return new ChildLaunchSpec(set.toString(), properties, environment, set.jars());
    }
}
