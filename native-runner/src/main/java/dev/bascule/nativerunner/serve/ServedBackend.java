package dev.bascule.nativerunner.serve;

import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.EngineOption;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.BackendDriver;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.NodeRecord;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.OwnRefusal;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.driver.ValueRequest;
import dev.bascule.fallback.driver.ValueSession;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The one backend that a child serves: its driver, and what the driver found. Thread-safe.
 *
 * @param driver probed already
 * @param detection what the probe found
 */
public record ServedBackend(BackendDriver driver, Detection detection) implements AutoCloseable {

    /** Probes a driver, and serves it. */
    public static ServedBackend of(BackendDriver driver) {
        return new ServedBackend(driver, driver.probe());
    }

    public String id() {
        return driver.backend().id();
    }

    /** What executes, as it names itself; empty where it does not load. */
    public Optional<Engine> engine() {
        return driver.engine();
    }

    /** How the engine that executes was built, where it tells. */
    public Optional<String> build() {
        return engine().flatMap(Engine::build);
    }

    /** What is known of the device and driver behind it. */
    public Map<String, String> adapter() {
        return detection.facts();
    }

    /** Which of its devices a session with these options has, as the device's driver tells; empty where it cannot be asked. */
    public Map<String, String> deviceFacts(EngineOptions wanted) {
        return driver.deviceFacts(wanted);
    }

    /** @throws RefusedException in the engine's words; or that the backend is another, or not here */
    public DriverSession open(OpenRequest request) throws RefusedException {
        demand(request.backend());
        demandOptions(request.settings().options());
        return driver.open(request);
    }

    /** @throws RefusedException as {@link #open} */
    public ValueSession openValues(ValueRequest request) throws RefusedException {
        demand(request.backend());
        demandOptions(request.settings().options());
        return driver.openValues(request);
    }

    /** What each node did, by the engine's own record. */
    public NodeRecord nodes(OpenRequest request, Map<String, Tensor> inputs, Path scratch)
            throws RefusedException, IOException {
        demand(request.backend());
        demandOptions(request.settings().options());
        return driver.nodes(request, inputs, scratch);
    }

    /** Whether an answer of {@link #nodes} without any node means that none was left to run. */
    public boolean recordsEveryNode() {
        return driver.recordsEveryNode();
    }

    private void demand(String backend) throws RefusedException {
        if (!backend.equals(id())) {
            throw new RefusedException(
                    OwnRefusal.UNKNOWN_BACKEND,
                    "the backend is not available: this runner serves %s and was asked for '%s'"
                            .formatted(id(), backend));
        }
        if (detection.stop().isPresent()) {
            TierCheck.Failed stop = detection.stop().get();
            throw new RefusedException(
                    OwnRefusal.BACKEND_UNAVAILABLE,
                    "%s is not available on this machine: %s; %s".formatted(backend, stop.reason(), stop.nextStep()));
        }
    }

    /** What the driver does not read, it would drop. */
    private void demandOptions(EngineOptions options) throws RefusedException {
        Set<EngineOption> dropped = EnumSet.noneOf(EngineOption.class);
        dropped.addAll(EngineOption.wanted(options));
        dropped.removeAll(driver.options());
        if (!dropped.isEmpty()) {
            throw new RefusedException(
                    OwnRefusal.UNSUPPORTED_OPTION,
                    "the driver of %s does not know the option %s"
                            .formatted(
                                    id(),
                                    dropped.stream().map(EngineOption::key).collect(Collectors.joining(", "))));
        }
    }

    @Override
    public void close() {
        driver.close();
    }
}
