package dev.bascule.nativerunner.detect;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What there is for each native backend, read once. Immutable and thread-safe. */
public final class NativeBackends {
    private final Map<String, Finding> findings;

    private NativeBackends(Map<String, Finding> findings) {
        this.findings = Collections.unmodifiableMap(findings);
    }

    /**
     * Looks at this machine. May load driver libraries into this process: call it in a child.
     *
     * @param compiled the execution providers that ONNX Runtime was built with, by their names
     * @param engine the engine's name and version, for the reasons
     */
    public static NativeBackends detect(Set<String> compiled, String engine) {
        Host host = Host.ofSystem();
        Map<String, Finding> findings = new LinkedHashMap<>();
        for (Backend backend : Backends.installed().all()) {
            if (backend.side() == Side.NATIVE) {
                boolean built = !Collections.disjoint(compiled, backend.executionProviders());
                findings.put(backend.id(), detect(backend, built, host, engine));
            }
        }
        return new NativeBackends(findings);
    }

    private static Finding detect(Backend backend, boolean built, Host host, String engine) {
        return switch (backend.id()) {
            case "cpu" -> Finding.usable(backend.id(), Tier.DEVICE, Map.of());
            case "cuda" -> Cuda.judge(Cuda.ask(host), built, host.has("/dev/nvidiactl"), engine);
            case "rocm" -> Rocm.ask(host, built, engine);
            case "openvino" -> OpenVino.ask(host, built, engine);
            case "mps" -> Mps.ask(host, built, engine);
            case "webgpu-native" -> WebGpuNative.ask(host, built, engine);
            default ->
                Finding.missing(
                        backend.id(),
                        built ? Tier.COMPILED : Tier.NONE,
                        "this native runner does not know the backend",
                        "use a runner that does",
                        Map.of());
        };
    }

    public List<Finding> all() {
        return List.copyOf(findings.values());
    }

    /** What was found; empty for what is no native backend. */
    public Optional<Finding> find(String backend) {
        return Optional.ofNullable(findings.get(backend));
    }
}
