package dev.bascule.app.orders;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.replicas.ReplicaModel;
import dev.bascule.studies.replicas.ReplicaPlace;
import dev.bascule.studies.replicas.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Native CPU of a machine that is not there. */
final class PlayedPlace implements ReplicaPlace {
    @Override
    public Backend backend() {
        return Backends.NATIVE_CPU;
    }

    @Override
    public Target target() {
        return new Target(
                Backends.NATIVE_CPU,
                Optional.empty(),
                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                DeviceType.CPU,
                Optional.of(false),
                Map.of("vendor", "some"));
    }

    @Override
    public Optional<String> elsewhere() {
        return Optional.empty();
    }

    @Override
    public List<String> notes(SessionSettings settings) {
        return List.of();
    }

    @Override
    public Worker worker(int rank, ReplicaModel model, SessionSettings settings, Duration timeout) {
        throw new UnsupportedOperationException();
    }
}
