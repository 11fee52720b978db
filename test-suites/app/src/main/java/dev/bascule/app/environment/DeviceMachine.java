package dev.bascule.app.environment;

import dev.bascule.bridge.attach.DeviceIdentity;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.target.Machine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An attached device as a machine: as much as its browser tells, which is little. Stateless. */
final class DeviceMachine {
    private static final String UNTOLD = "not told by the browser";

    private DeviceMachine() {}

    /** @param page what a runner page there said of itself; empty where none came up */
    static Machine of(DeviceIdentity identity, Optional<Capabilities> page) {
        Map<String, String> facts = page.map(Capabilities::environment).orElse(identity.facts());
        String system = identity.agent().system();
        int cores = number(facts, "hardwareConcurrency")
                .or(() -> number(identity.facts(), "hardwareConcurrency"))
                .orElse(0);
        String fingerprint = Sha256.of("attached\nsystem=%s\nplatform=%s\ncores=%d"
                .formatted(system, facts.get("platform"), cores)
                .getBytes(StandardCharsets.UTF_8));
        return new Machine(fingerprint, system, new Machine.Cpu(UNTOLD, cores, List.of()), Optional.empty(), List.of());
    }

    private static Optional<Integer> number(Map<String, String> facts, String name) {
        return Optional.ofNullable(facts.get(name))
                .filter(text -> text.matches("\\d{1,4}"))
                .map(Integer::parseInt);
    }
}
