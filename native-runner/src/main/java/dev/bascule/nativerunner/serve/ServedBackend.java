package dev.bascule.nativerunner.serve;

import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.BackendDriver;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.driver.ValueRequest;
import dev.bascule.fallback.driver.ValueSession;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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

    public Engine engine() {
        return driver.engine();
    }

    /** What is known of the device and driver behind it. */
    public Map<String, String> adapter() {
        return detection.facts();
    }

    /** @throws RefusedException in the engine's words; or that the backend is another, or not here */
    public DriverSession open(OpenRequest request) throws RefusedException {
        demand(request.backend());
        return driver.open(request);
    }

    /** @throws RefusedException as {@link #open} */
    public ValueSession openValues(ValueRequest request) throws RefusedException {
        demand(request.backend());
        return driver.openValues(request);
    }

    /** Where each node runs, by the engine's own record. */
    public List<NodePlacement> placements(OpenRequest request, Map<String, Tensor> inputs, Path scratch)
            throws RefusedException, IOException {
        demand(request.backend());
        return driver.placements(request, inputs, scratch);
    }

    private void demand(String backend) throws RefusedException {
        if (!backend.equals(id())) {
            throw new RefusedException(
                    "UnknownBackend",
                    "the backend is not available: this runner serves %s and was asked for '%s'"
                            .formatted(id(), backend));
        }
        if (detection.stop().isPresent()) {
            TierCheck.Failed stop = detection.stop().get();
            throw new RefusedException(
                    "BackendUnavailable",
                    "%s is not available on this machine: %s; %s".formatted(backend, stop.reason(), stop.nextStep()));
        }
    }

    @Override
    public void close() {
        driver.close();
    }
}
